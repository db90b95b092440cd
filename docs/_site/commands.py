"""The reference of commands from what the program itself says: every command's --help, group by group."""

import re
import subprocess


def helps(foray):
    """(title of the group, [(command, its help)]) for every command of the program, with those inside of groups."""
    groups = []
    for line in run(foray, "--help").split("\n"):
        if re.match(r"\S.*:$", line):
            groups.append((line[:-1], []))
        command = re.match(r"  ([a-z][a-z-]*) {2,}\S", line)
        if command and groups and groups[-1][0] not in {"Options", "OPTIONS"}:
            name = command.group(1)
            groups[-1][1].append((name, run(foray, name, "--help")))
    out = []
    for title, commands in groups:
        whole = []
        for name, text in commands:
            whole.append((name, text))
            for inner in subcommands(text):
                whole.append((f"{name} {inner}", run(foray, *name.split(), inner, "--help")))
        if whole:
            out.append((title, whole))
    return out


def subcommands(text):
    match = re.search(r"^(?:SUBCOMMANDS|Subcommands|Commands):\n((?:  .*\n?)+)", text, re.M)
    return re.findall(r"^  ([a-z][a-z-]*) ", match.group(1), re.M) if match else []


def run(foray, *arguments):
    return subprocess.run([foray, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def markdown(foray):
    out = []
    for title, commands in helps(foray):
        out.append(f"\n## {title}\n")
        for name, text in commands:
            fence = "````" if "```" in text else "```"
            out.append(f"\n### foray {name}\n\n{fence}text\n{text.rstrip()}\n{fence}\n")
    return "".join(out)
