// SPDX-License-Identifier: Apache-2.0
// One module for each algorithm: a tile module that rejects the specifications of the other algorithms.
#pragma once
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/published.hpp"
#include "karat_systemc/tile_module.hpp"

namespace karat::systemc {

template <AlgorithmKind kKind>
class AlgorithmModule : public TileModule {
   public:
    static constexpr AlgorithmKind algorithm_kind = kKind;

    /// Like TileModule. Also throws SpecError for a specification of another kind.
    AlgorithmModule(const sc_core::sc_module_name& name, const Spec& spec, const TileGeometry& geometry = {},
                    const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME)
        : TileModule(name, checked(spec), geometry, latency) {}
    AlgorithmModule(const sc_core::sc_module_name& name, std::string_view spec_json,
                    const TileGeometry& geometry = {},
                    const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME)
        : AlgorithmModule(name, spec_from_json_text(spec_json), geometry, latency) {}

    /// The name of the algorithm, such as "CoFDA".
    [[nodiscard]] const char* kind() const override { return name_of(kKind).data(); }

   private:
    static const Spec& checked(const Spec& spec) {
        require_kind(kKind, spec);
        return spec;
    }
};

using Sfma = AlgorithmModule<AlgorithmKind::sfma>;
using Gps = AlgorithmModule<AlgorithmKind::gps>;
using Fda = AlgorithmModule<AlgorithmKind::fda>;
using CoFda = AlgorithmModule<AlgorithmKind::cofda>;
using Gdfs = AlgorithmModule<AlgorithmKind::gdfs>;
using Fdrda = AlgorithmModule<AlgorithmKind::fdrda>;
using CoFdrda = AlgorithmModule<AlgorithmKind::cofdrda>;
using Gfdrda = AlgorithmModule<AlgorithmKind::gfdrda>;
using CoGfdrda = AlgorithmModule<AlgorithmKind::cogfdrda>;
using Sda = AlgorithmModule<AlgorithmKind::sda>;
using Gfda = AlgorithmModule<AlgorithmKind::gfda>;
using MulAdd = AlgorithmModule<AlgorithmKind::muladd>;
using Fma = AlgorithmModule<AlgorithmKind::fma>;
using Exact = AlgorithmModule<AlgorithmKind::exact>;

}  // namespace karat::systemc
