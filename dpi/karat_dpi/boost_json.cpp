// SPDX-License-Identifier: Apache-2.0
// Compiles Boost.JSON into the library, so that it needs no Boost at run time.
#include <boost/json/src.hpp>
