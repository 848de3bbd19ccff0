// SPDX-License-Identifier: Apache-2.0
// Boost.JSON compiled in, so that the library needs no Boost where it is loaded.
#include <boost/json/src.hpp>
