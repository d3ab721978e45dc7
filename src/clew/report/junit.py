"""The report as JUnit XML, which CI systems show beside the results of tests: a file is a suite, a function a case.

A case has at most one failure, as the readers of the format expect, with a line of text for each of its reasons.
"""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as xml

from clew.report.judged import Judged, Sources, judged
from clew.report.record import Report

FORBIDDEN: Final = {code: f"\\x{code:02x}" for code in range(32) if chr(code) not in "\t\n\r"}
"""Control characters that no XML may have, written as in Python.  Surrogates are dealt with where text is encoded."""


def show_junit(report: Report, sources: Sources) -> str:
    root = xml.Element("testsuites", name=f"clew {report.command}")
    suites: dict[str, xml.Element] = {}
    for each in judged(report, sources):
        if each.file not in suites:
            suites[each.file] = xml.SubElement(root, "testsuite", name=each.file or "clew")
        _case(suites[each.file], each)
    for element in (root, *suites.values()):
        element.set("tests", str(len(list(element.iter("testcase")))))
        element.set("failures", str(len(list(element.iter("failure")))))
        element.set("errors", str(len(list(element.iter("error")))))
        element.set("time", f"{sum(float(case.get('time', '0')) for case in element.iter('testcase')):.3f}")
    xml.indent(root)
    text = xml.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _case(suite: xml.Element, each: Judged) -> None:
    module = each.file.removesuffix(".py").replace("/", ".")
    case = xml.SubElement(suite, "testcase", classname=module or "clew", name=each.name or "outside of functions")
    case.set("file", each.file)
    case.set("time", f"{each.seconds:.3f}")
    for tag, texts in (("failure", each.failures), ("error", each.errors)):
        if texts:
            more = f" (and {len(texts) - 1} more)" if len(texts) > 1 else ""
            element = xml.SubElement(case, tag, type=f"clew {tag}", message=_allowed(texts[0] + more))
            element.text = _allowed("\n".join(texts))
    if each.remarks:
        xml.SubElement(case, "system-out").text = _allowed("\n".join(each.remarks))


def _allowed(text: str) -> str:
    return text.translate(FORBIDDEN).encode("utf-8", "backslashreplace").decode()
