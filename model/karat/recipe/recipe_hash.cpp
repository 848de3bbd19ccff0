// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/recipe_hash.hpp"

#include <boost/container_hash/hash.hpp>
#include <boost/pfr/core.hpp>
#include <type_traits>

namespace karat {
namespace {

/// Visits the fields of a node, whatever they are, so that a new attribute counts without being named here.
class Hasher {
   public:
    [[nodiscard]] std::size_t value() const { return value_; }

    template <class Node>
    void operator()(const Node& node) {
        if constexpr (std::is_enum_v<Node> || std::is_arithmetic_v<Node>)
            boost::hash_combine(value_, static_cast<std::size_t>(node));
        else
            boost::pfr::for_each_field(node, [this](const auto& field) { (*this)(field); });
    }
    template <class T>
    void operator()(const std::optional<T>& field) {
        (*this)(field.has_value());
        if (field) (*this)(*field);
    }
    template <class T>
    void operator()(const std::vector<T>& fields) {
        (*this)(fields.size());
        for (const T& field : fields) (*this)(field);
    }
    template <class T>
    void operator()(const Child<T>& child) {
        (*this)(static_cast<bool>(child));
        if (child) (*this)(*child);
    }
    void operator()(const Label& /*name*/) {}  // equal whatever the text

   private:
    std::size_t value_ = 0;
};

}  // namespace

std::size_t RecipeHash::operator()(const Recipe& recipe) const {
    Hasher hasher;
    hasher(recipe);
    return hasher.value();
}

}  // namespace karat
