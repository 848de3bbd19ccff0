// SPDX-License-Identifier: Apache-2.0
// Boost.JSON, which elsewhere is a library.
#include <boost/json/src.hpp>
