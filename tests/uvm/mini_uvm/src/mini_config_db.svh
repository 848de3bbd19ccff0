// SPDX-License-Identifier: Apache-2.0
// The last value set for a path and a field wins. Paths may contain "*".
class mini_path;
  static function bit fits(string pattern, string path);
    int star = -1;
    for (int i = pattern.len() - 1; i >= 0; i--) if (pattern[i] == "*") star = i;
    if (star < 0) return pattern == path;
    if (path.len() < star) return 1'b0;
    if (star > 0 && pattern.substr(0, star - 1) != path.substr(0, star - 1)) return 1'b0;
    if (star == pattern.len() - 1) return 1'b1;
    for (int i = star; i < path.len(); i++)
      if (fits(pattern.substr(star + 1, pattern.len() - 1), path.substr(i, path.len() - 1))) return 1'b1;
    return 1'b0;
  endfunction

  static function string full(uvm_component cntxt, string inst_name);
    if (cntxt == null) return inst_name;
    if (inst_name == "") return cntxt.get_full_name();
    return {cntxt.get_full_name(), ".", inst_name};
  endfunction
endclass

class uvm_config_db #(type T = int);
  local static string m_patterns[$];
  local static string m_fields[$];
  local static T m_values[$];

  static function void set(uvm_component cntxt, string inst_name, string field_name, T value);
    m_patterns.push_back(mini_path::full(cntxt, inst_name));
    m_fields.push_back(field_name);
    m_values.push_back(value);
  endfunction

  static function bit get(uvm_component cntxt, string inst_name, string field_name, inout T value);
    string path = mini_path::full(cntxt, inst_name);
    for (int i = m_patterns.size() - 1; i >= 0; i--) begin
      if (m_fields[i] == field_name && mini_path::fits(m_patterns[i], path)) begin
        value = m_values[i];
        return 1'b1;
      end
    end
    return 1'b0;
  endfunction
endclass
