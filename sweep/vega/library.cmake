# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source with Vega's modules as one script, for pages and for Node.js.
# Usage: cmake -DFROM=FOLDER -DNOTICE=FILE -DTO=FILE.cpp -P library.cmake
# The modules are CommonJS modules of their own; what each requires comes before it.
set(modules util time format loader dataflow statistics canvas scale scenegraph transforms view-transforms
            encode expression selection event-selector functions runtime view parser)
file(READ ${NOTICE} notice)
set(script "/*\n${notice}*/\nvar vega = (() => {\nconst all = {};\nconst require = name => all[name];\n")
foreach(module ${modules})
  file(READ ${FROM}/vega-${module}.min.js text)
  string(REGEX REPLACE "\n?//# sourceMappingURL=[^\n]*" "" text "${text}")
  string(APPEND script "all['vega-${module}'] = {};\n"
                       "((exports, module) => {${text}\n})(all['vega-${module}'], {});\n")
  if(module STREQUAL "selection")  # the name by which others require it
    string(APPEND script "all['vega-selections'] = all['vega-selection'];\n")
  endif()
endforeach()
# Text is measured by the number of its letters, so that a page and a file are laid out alike everywhere.
string(APPEND script [=[
for (const name of ['transforms', 'view-transforms', 'encode'])
  Object.assign(all['vega-dataflow'].transforms, all['vega-' + name]);
const {textMetrics} = all['vega-scenegraph'];
textMetrics.width = (item, text) => {
  const line = String(text ?? '');
  return Math.ceil(0.6 * (item.fontSize || 11) * line.length * (item.fontWeight === 'bold' ? 1.07 : 1));
};
return {parse: all['vega-parser'].parse, View: all['vega-view'].View};
})();
]=])
file(WRITE ${TO} "// Written by sweep/vega/library.cmake.\n#include \"karat_sweep/charts/vega_library.hpp\"\n"
                 "namespace karat::sweep {\n"
                 "std::string_view vega_library() { return R\"vega(${script})vega\"; }\n"
                 "}  // namespace karat::sweep\n")
