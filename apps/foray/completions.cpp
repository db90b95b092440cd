// What shells complete: scripts that hold the whole tree of commands, so that completing starts no program.
#include <algorithm>

#include "foray/notation/text.h"
#include "manual.h"

namespace foray::cli {
namespace {

/// Within single quotes of a shell; `special` are signs that mean something to what reads the words then.
std::string quoted_for_shell(const std::string& text, const std::string& special = "") {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\n') {
            out += ' ';
        } else if (c == '\'') {
            out += "'\\''";
        } else {
            if (special.find(c) != std::string::npos) out += '\\';
            out += c;
        }
    }
    return out + "'";
}

std::vector<std::string> option_names(const WordsOfCommand& command) {
    std::vector<std::string> out;
    for (const WordsOfOption& option : command.options) out.insert(out.end(), option.names.begin(), option.names.end());
    return out;
}

bool is_below(const WordsOfCommand& one, const WordsOfCommand& other) {
    return one.path.size() == other.path.size() + 1 && std::equal(other.path.begin(), other.path.end(), one.path.begin());
}

std::string for_bash(const std::vector<WordsOfCommand>& commands) {
    std::string paths;
    std::string words;
    std::string values;
    for (const WordsOfCommand& command : commands) {
        const std::string path = joined(command.path, " ");
        if (!path.empty()) paths += (paths.empty() ? "" : " | ") + quoted_for_shell(path);
        words += "    " + quoted_for_shell(path) + ") below=" + quoted_for_shell(joined(command.subcommands, " ")) +
                 " options=" + quoted_for_shell(joined(option_names(command), " ")) + " ;;\n";
        for (const WordsOfOption& option : command.options) {
            if (option.choices.empty()) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names) patterns.push_back(quoted_for_shell(path + " " + name));
            values += "    " + joined(patterns, " | ") + ") choices=" + quoted_for_shell(joined(option.choices, " ")) + " ;;\n";
        }
    }
    return "# bash completion for foray\n"
           "_foray() {\n"
           "  local here=${COMP_WORDS[COMP_CWORD]} path= word below= options= choices=\n"
           "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "    case \"${path:+$path }$word\" in\n    " +
           paths + ") path=\"${path:+$path }$word\" ;;\n    esac\n  done\n  case $path in\n" + words +
           "  esac\n  case \"$path ${COMP_WORDS[COMP_CWORD-1]}\" in\n" + values +
           "  esac\n"
           "  if [ -n \"$choices\" ]; then\n    COMPREPLY=($(compgen -W \"$choices\" -- \"$here\"))\n"
           "  elif [[ $here == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$here\"))\n"
           "  elif [ -n \"$below\" ]; then\n    COMPREPLY=($(compgen -W \"$below\" -- \"$here\"))\n"
           "  else\n    COMPREPLY=()\n  fi\n}\n"
           "complete -o default -F _foray foray\n";
}

std::string for_zsh(const std::vector<WordsOfCommand>& commands) {
    std::string paths;
    std::string out;
    for (const WordsOfCommand& command : commands) {
        const std::string path = joined(command.path, " ");
        if (!path.empty()) paths += (paths.empty() ? "" : " | ") + quoted_for_shell(path);
        out += "    " + quoted_for_shell(path) + ")\n      below=(";
        for (const WordsOfCommand& one : commands) {
            if (is_below(one, command)) out += "\n        " + quoted_for_shell(one.path.back() + ":" + one.about);
        }
        out += ")\n      options=(";
        for (const WordsOfOption& option : command.options) {
            for (const std::string& name : option.names) {
                const std::string value = option.choices.empty() ? "_files" : "(" + joined(option.choices, " ") + ")";
                out += "\n        '" + name + "['" + quoted_for_shell(option.about, ":[]\\") + "']" +
                       (option.takes_value ? ": :" + value : "") + "'";
            }
        }
        out += ") ;;\n";
    }
    return "#compdef foray\n"
           "local path= word\n"
           "local -a below options\n"
           "for word in ${words[2,CURRENT-1]}; do\n"
           "  case \"${path:+$path }$word\" in\n    " +
           paths + ") path=\"${path:+$path }$word\" ;;\n  esac\ndone\ncase $path in\n" + out +
           "esac\n"
           "if (( $#below )) && [[ $words[CURRENT] != -* ]]; then\n  _describe command below\n"
           "else\n  _arguments $options '*: :_files'\nfi\n";
}

std::string for_fish(const std::vector<WordsOfCommand>& commands) {
    std::string out =
        "# fish completion for foray\n"
        "function __foray_at\n"
        "  set -l path\n"
        "  for word in (commandline -opc)[2..-1]\n"
        "    contains -- (string join ' ' $path $word) $__foray_paths; and set -a path $word\n"
        "  end\n"
        "  test (string join ' ' $path) = \"$argv[1]\"\n"
        "end\n"
        "set -g __foray_paths";
    for (const WordsOfCommand& command : commands) {
        if (!command.path.empty()) out += " " + quoted_for_shell(joined(command.path, " "));
    }
    out += "\n";
    for (const WordsOfCommand& command : commands) {
        const std::string at = "complete -c foray -n " + quoted_for_shell("__foray_at \"" + joined(command.path, " ") + "\"");
        for (const WordsOfCommand& one : commands) {
            if (is_below(one, command)) out += at + " -f -a " + one.path.back() + " -d " + quoted_for_shell(one.about, "\\") + "\n";
        }
        for (const WordsOfOption& option : command.options) {
            out += at;
            for (const std::string& name : option.names) out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.choices.empty()) {
                out += " -xa " + quoted_for_shell(joined(option.choices, " "));
            } else if (option.takes_value) {
                out += " -r";
            }
            out += " -d " + quoted_for_shell(option.about, "\\") + "\n";
        }
    }
    return out;
}

}  // namespace

std::string completions(const CLI::App& app, const std::string& shell) {
    const std::vector<WordsOfCommand> commands = all_words(app);
    if (shell == "bash") return for_bash(commands);
    return shell == "zsh" ? for_zsh(commands) : for_fish(commands);
}

}  // namespace foray::cli
