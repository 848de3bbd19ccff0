// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/vector_model.hpp"

#include "karat/evaluate/dot_add.hpp"
#include "karat_cli/commands.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::cli {

void replace_spec(const Spec& spec, const std::string& name, const std::string& path, VectorFile& file) {
    const OperandRules of_model = probe::formats_of(DotAdd(spec).operands());
    const OperandRules of_file = probe::formats_of(DotAdd(file.spec).operands());
    if (!(of_model == of_file))
        throw UsageError(path + " holds " + probe::formats_text(of_file) + ", and " + name + " takes " +
                         probe::formats_text(of_model) +
                         "; formats, k, scale factors and metadata must agree");
    file.spec = spec;
}

probe::NamedModel replace_model(const std::string& word, const std::string& path, VectorFile& file) {
    probe::NamedModel model = probe::read_model(word);
    replace_spec(model.spec, model.name, path, file);
    return model;
}

}  // namespace karat::cli
