// SPDX-License-Identifier: Apache-2.0
// The command line of the capture programs.
#pragma once
#include <fstream>
#include <iostream>
#include <string>

#include "session.hpp"

namespace capture {

inline void print_help(const std::string& program, const Unit& unit) {
    std::cout << "usage: " << program << " [OPTIONS] [REQUESTS.vec]\n\n"
              << "Executes dot-adds. Reads a vector file and writes one with the results of this device;\n"
              << "without a file, answers karat on standard input and output.\n\n"
              << "  -o FILE             write the results to FILE (default: standard output)\n"
              << "  --instruction NAME  execute this instruction (default: the header's)\n"
              << "  --any-arch          answer a request for another architecture\n"
              << "  --list              list the instructions and whether this device has them\n"
              << unit.option_help();
}

/// "NAME  k=16 fp16 fp16 fp32 fp32  yes". Works without a device.
inline void print_list(const Unit& unit) {
    for (const Instruction& one : unit.instructions()) {
        const Formats& f = one.formats;
        std::string why;
        try {
            why = unit.refusal(one);
        } catch (const Error& error) {
            why = error.what();
        }
        std::cout << one.name << (one.other.empty() ? "" : " = ") << one.other << "  k=" << f.k << ' ' << f.a
                  << ' ' << f.b << ' ' << f.c << ' ' << f.d
                  << (f.scale.empty() ? "" : " " + f.scale + " block " + std::to_string(f.scale_block))
                  << (f.metadata.empty() ? "" : " " + f.metadata) << "  "
                  << (why.empty() ? "yes" : "no: " + why) << '\n';
    }
}

/// Reads the command line. False if it has printed what was asked for. Throws Error.
inline bool read_options(int argc, char** argv, Unit& unit, Options& options) {
    const auto value = [&](int& i) -> std::string {
        if (i + 1 >= argc) throw Error(std::string(argv[i]) + " needs a value");
        return argv[++i];
    };
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "-h" || word == "--help") {
            print_help(argv[0], unit);
            return false;
        }
        if (word == "-o") {
            options.out = value(i);
        } else if (word == "--instruction") {
            options.instruction = value(i);
        } else if (word == "--any-arch") {
            options.any_arch = true;
        } else if (word == "--list") {
            options.list = true;
        } else if (word.size() > 1 && word[0] == '-') {
            if (!unit.option(word, i + 1 < argc ? argv[i + 1] : "")) throw Error("unknown option " + word);
            ++i;
        } else if (options.in.empty()) {
            options.in = word;
        } else {
            throw Error("two request files: " + options.in + " and " + word);
        }
    }
    return true;
}

/// The main program. Exit status 0: done; 2: bad usage, bad input, or a device that lacks the instruction.
inline int capture_main(int argc, char** argv, Unit& unit) {
    try {
        Options options;
        if (!read_options(argc, argv, unit, options)) return 0;
        if (options.list) {
            print_list(unit);
            return 0;
        }
        std::ifstream file;
        if (!options.in.empty()) {
            file.open(options.in);
            if (!file) throw Error(options.in + " cannot be read");
        }
        std::ofstream result;
        if (!options.out.empty()) {
            if (options.out == options.in) throw Error("-o names the request file");
            result.open(options.out);
            if (!result) throw Error(options.out + " cannot be written");
        }
        std::ios::sync_with_stdio(false);
        Session(unit, options, options.in.empty() ? std::cin : file, options.out.empty() ? std::cout : result)
            .run();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 2;
    }
}

}  // namespace capture
