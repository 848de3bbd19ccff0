// SPDX-License-Identifier: Apache-2.0
// Compiles Boost.JSON from its headers. The main build uses the library instead.
#include <boost/json/src.hpp>
