// SPDX-License-Identifier: Apache-2.0
// The steps of find_bugs(). Internal to bugs.cpp and bugs_*.cpp.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "karat_probe/findings/bugs.hpp"
#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/findings/fault_trial.hpp"

namespace karat::probe {

/// Edits by the names that the reader knows.
[[nodiscard]] inline std::vector<Edit> named_as(const Recipe& start, const std::vector<Edit>& edits,
                                                EditNames names) {
    return names == EditNames::paths ? named_by_paths(start, edits) : edits;
}

class Finder {
   public:
    Finder(const Recipe& start, const UnitAnswers& answers, Target* unit, EditNames names)
        : start_(start), answers_(answers), unit_(unit), names_(names) {}
    BugReport run();
    /// Only groups: nothing is named, unless all mismatches have one known reason.
    BugReport run_groups(const std::string& reason);

   private:
    /// Starts a report.
    void start();
    /// Makes all groups one.
    void join_all(const std::string& reason);
    /// Sets what findings say of all their mismatches.
    void describe_bugs();
    /// Finds the choices, without excluded_, and behind them the faults and groups.
    std::vector<IntentChoice> explained_choices();
    /// A choice in whose place a fault explains the same, if that fault is named for other mismatches; or
    /// null.
    [[nodiscard]] const IntentChoice* superfluous(const std::vector<IntentChoice>& choices) const;
    /// The choice that is superfluous, or that contradicts the most for what it explains, if that is too
    /// much; else one that the unit refutes when it is asked further dot-adds; or null.
    [[nodiscard]] const IntentChoice* most_unsound(const std::vector<IntentChoice>& choices) const;
    [[nodiscard]] const IntentChoice* refuted(const std::vector<IntentChoice>& choices) const;
    /// Excludes the choice that contradicts too much, first its value, then its attribute, at last all
    /// choices. Whether there is one.
    bool exclude_unsound(const std::vector<IntentChoice>& choices, std::size_t round);
    /// The lane in which all of many mismatches are, if the unit has others.
    [[nodiscard]] std::optional<std::size_t> only_lane_of(const std::vector<std::size_t>& rows) const;
    /// How a choice is set, if not by --set with its name.
    [[nodiscard]] std::string setting_of(const Edit& edit) const;
    /// Asks the unit every mismatch again. What it does not repeat depends on neighbours, on the cycle or on
    /// chance, and says nothing about the specification.
    void find_repeated();
    [[nodiscard]] std::vector<std::size_t> unexplained() const;
    [[nodiscard]] std::vector<std::size_t> repeated_of(const std::vector<std::size_t>& rows) const;
    /// The nearest specification, without the choices that a fault of the library explains better: a choice
    /// may come near to a fault.
    Intent sound_intent();
    /// The keys of two choices or more of which one fault of the library explains all rows; or none.
    [[nodiscard]] std::set<std::string> in_place_of_one_fault(const Intent& intent);
    [[nodiscard]] Confirms confirms() const;
    [[nodiscard]] std::vector<std::size_t> wrong_by(const Recipe& recipe) const;
    /// All choices, with rows of answers_.wrong. A row that is right without any single one of them, as it
    /// has two reasons to change, belongs to each choice that makes it right by itself.
    [[nodiscard]] std::vector<IntentChoice> all_choices(Intent intent) const;
    void add_choice(const IntentChoice& choice);
    void settle_rivals(Intent& intent);
    /// Names the faults behind `left`, and choices that they hide. Drops from `left` what they explain.
    void name_faults(std::vector<std::size_t>& left);
    /// Names the faults and choices that show only beside the faults named so far.
    void name_further(std::vector<std::size_t>& left);
    /// Makes a choice beside all faults named so far, those in reduced rows among them, and names the faults
    /// anew. Whether there is such a choice; `left` is then what nothing explains.
    bool add_choice_beside_all(std::vector<std::size_t>& left);
    /// Makes a choice that shows only beside the faults named so far. Whether there is one.
    bool add_hidden_choice(std::vector<std::size_t>& left);
    [[nodiscard]] std::vector<VectorRow> witnesses(const Recipe& x, const Recipe& y) const;
    /// Names the faults behind `left`, of which it drops what they explain.
    void add_faults(std::vector<std::size_t>& left);
    /// The same of faults that mix tiles or lanes, beside the faults of the arithmetic named so far.
    void add_mixing_faults(std::vector<std::size_t>& left);
    /// Gives rows of `left` whose surroundings are not known to a mixing fault, if it is the only one and
    /// explains nearly all of the others: the unit is right when it is asked them alone.
    void place_unseen(const NamedFault& fault, const std::vector<std::size_t>& asked,
                      std::vector<std::size_t>& left);
    /// Names a fault, or a pair, that shows only, or in another way, together with those named so far.
    /// Whether there is one.
    bool add_fault_beside(std::vector<std::size_t>& left);
    /// Names another fault of the kind of one named so far, if it explains more together with the others.
    bool replace_by_sibling(std::vector<std::size_t>& left);
    /// Gives rows that a named fault explains to it, and then those that several explain together. Drops them
    /// from `left`.
    void take_explained(std::vector<std::size_t>& left);
    /// Gives rows that several of the named faults explain together to each that is needed for it; if none
    /// is, to those that change the answer.
    void take_explained_together(std::vector<std::size_t>& left);
    /// Gives a row to the named faults with these numbers. Whether there is one.
    bool give(std::size_t row, const std::function<bool(std::size_t)>& to);
    /// Takes the first steps of the search that led to the intent as choices, sound or not, if faults of the
    /// library explain most of what is left then: a frequent fault contradicts every choice.
    void take_unsound_choices(Intent& intent);
    /// Answers that neither a recipe nor a fault of the library beside it explains.
    [[nodiscard]] std::size_t unexplained_beside_faults(const Recipe& recipe);
    /// Answers that a choice makes wrong and no named fault explains.
    [[nodiscard]] std::size_t contradicted_by(const IntentChoice& choice) const;
    /// Looks for a choice and a fault that together explain what neither does. Whether there is such a
    /// choice: then there may be another one.
    bool find_joint_choice(Intent& intent);
    /// The faults of the library behind mismatches, as named_faults(); those that the unit refutes are not.
    [[nodiscard]] std::vector<NamedFault> borne_out(const Recipe& recipe, const UnitAnswers& answers,
                                                    const std::vector<std::size_t>& rows);
    /// How many answers of the unit around the fault's minimal example are not those that the fault predicts;
    /// nothing if they refute it. `answers`: those whose mismatches the fault's rows are.
    [[nodiscard]] std::optional<std::size_t> answers_against(const Recipe& recipe, const UnitAnswers& answers,
                                                             const NamedFault& fault,
                                                             const std::vector<NamedFault>& named);
    [[nodiscard]] Believed believed(const Recipe& recipe, const UnitAnswers& answers);
    /// A dot-add that shows a fault of `recipe` and none of the other `faults`.
    [[nodiscard]] FailureGroup example_of(const Recipe& recipe, const NamedFault& fault,
                                          const std::vector<NamedFault>& faults, bool mixing,
                                          const UnitAnswers& answers) const;
    [[nodiscard]] Bug bug_of(const NamedFault& fault, const std::vector<NamedFault>& faults, bool mixing,
                             const UnitAnswers& answers) const;
    /// Groups what is left. `naming`: a fault of the library that shows in reduced rows is named.
    void add_groups(std::vector<std::size_t> left, bool naming);
    /// Reduces what no fault explains to what no fault explains, so that a frequent fault does not hide a
    /// rare one. What cannot be reduced by itself shows several faults at once.
    [[nodiscard]] std::vector<FailureGroup> grouped(const std::vector<std::size_t>& left) const;
    /// Whether the named faults, one or all of them, give an answer.
    [[nodiscard]] Explained by_named_faults() const;
    /// Names the faults behind reduced rows, whose originals several faults had spoilt, if they act on the
    /// originals as well. Drops those from `left`. Whether there are any.
    bool add_hidden_faults(const std::vector<FailureGroup>& groups, std::vector<std::size_t>& left);
    /// Whether a fault changes an original mismatch, beside the faults named so far, in the way in which the
    /// unit is wrong there.
    [[nodiscard]] bool acts_on(const UnitAnswer& one, const FaultModel& without,
                               const FaultModel& with) const;
    /// Joins it with an earlier one whose operands have the same property, if nearly every answer with that
    /// property is wrong: then the property is the fault's, and the shapes are its consequences.
    void add_unnamed(Bug bug);

    static constexpr std::size_t kMostVotes = 40;  ///< dot-adds that the unit is asked about a choice

    const Recipe& start_;
    const UnitAnswers& answers_;
    Target* unit_;
    EditNames names_;
    std::vector<bool> repeats_;                ///< for each of answers_.wrong
    UnitAnswers repeated_;                     ///< with those mismatches only
    std::vector<std::size_t> place_;           ///< of each of repeated_.wrong in answers_.wrong
    std::vector<NamedFault> faults_;           ///< that explain mismatches as they are
    std::vector<FaultModel> faults_of_start_;  ///< the same of start_
    /// What the trials of faults of one recipe said, by their keys.
    std::map<std::vector<std::string>, std::optional<std::size_t>> trials_;
    Recipe tried_on_;
    /// Titles and keys of choices that turned out to contradict too much. What is found without them is
    /// judged anew.
    std::set<std::string> excluded_;
    [[nodiscard]] bool is_excluded(const Edit& edit) const {
        return excluded_.contains(title(edit)) || excluded_.contains(edit.key);
    }
    std::vector<IntentChoice> hidden_;  ///< choices found beside a fault; `rows` of answers_.wrong
    BugReport out_;
};

}  // namespace karat::probe
