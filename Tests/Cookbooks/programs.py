"""Makes a program of each Swift snippet of a vendor's cookbook, and says what had to be amended.

programs.py APP FOLDER DOCUMENT... writes FOLDER/1.swift and so on: APP, and the snippet as it is published, in which each
"..." says which comment stands before it.
"""

import pathlib
import re
import sys


def snippets(text):
    """The parts of a document that use the framework or the SDK: its blocks of Swift, or what is indented."""
    if "```swift" in text:
        blocks = re.findall(r"```swift[^\n]*\n(.*?)```", text, re.DOTALL)
    else:
        blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.MULTILINE)
    return [block for block in blocks if re.search(r"VSAccountManager\(\)|accessEnabler\.", block)]


def program(snippet, amended):
    lines = []
    comment = None
    # Its first and its last "..." stand for the app around it.
    for line in snippet.strip().removeprefix("...").removesuffix("...").splitlines():
        words = line.strip()
        if words == "...":
            lines.append(f'reached("{comment}")')
        elif words == "// Do nothing.":
            amended.add("a branch that holds a comment alone, which no Swift compiler takes, has a statement")
            lines += [line, 'reached("Do nothing.")']
        elif words.startswith("//"):
            comment = words[2:].strip().replace("\\", "\\\\").replace('"', "'")
            lines.append(line)
        else:
            if "let error: NSError = (vsaError! as NSError)," in line:
                amended.add("'if let' binds an optional: 'as NSError' is 'as NSError?'")
                line = line.replace("as NSError)", "as NSError?)")
            lines.append(line)
    return "func snippet() {\n" + "\n".join(lines) + "\n}\nsnippet()\ndispatchMain()\n"


app, folder, *documents = sys.argv[1:]
amended, number = set(), 0
for document in documents:
    for snippet in snippets(pathlib.Path(document).read_text()):
        number += 1
        pathlib.Path(folder, f"{number}.swift").write_text(
            pathlib.Path(app).read_text() + f'\n#sourceLocation(file: "{document}", line: 1)\n' + program(snippet, amended))
for sentence in sorted(amended):
    print(f"amended: {sentence}")
if not number:
    sys.exit("no snippet was found")
