#!/usr/bin/env python3
"""Makes src/cambist/models.py and src/cambist/resources.py from the service's OpenAPI document.

    python generate.py http://localhost:8080/openapi.json
    python generate.py path/to/openapi.json --check

`--check` writes nothing, and fails if the files differ. Needs the extra `cambist[generate]`.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import tempfile
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).parent / "src" / "cambist"
NOTE = '"""Made from the service\'s OpenAPI document by generate.py; do not edit."""\n\n'
METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
#: The client asks for tokens itself.
OMITTED = {"createToken", "revokeToken", "introspectToken", "getAuthorizationServerMetadata"}


class Operation(NamedTuple):
    """One operation of the document, and its name in the client: `payments.create`."""

    resource: str
    method: str
    verb: str
    path: str
    spec: dict[str, Any]


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """Iterate over the operations that the client offers."""
    for path, verbs in document["paths"].items():
        for verb in METHODS:
            spec = verbs.get(verb)
            if spec is None or spec["operationId"] in OMITTED:
                continue
            resource, method = name_of(spec["operationId"], path)
            yield Operation(resource, method, verb.upper(), path, spec)


#: Resource by the beginning of a path, and the nouns that a method's name then omits. The longest beginning counts.
RESOURCES = {
    "/health": ("service", ""),
    "/v1/errors": ("service", ""),
    "/v1/changelog": ("service", ""),
    "/v1/events": ("events", "Events?"),
    "/v1/audit": ("audit", "Audit(Records)?"),
    "/v1/entities": ("entities", "Entit(y|ies)"),
    "/v1/webhook-endpoints": ("webhook_endpoints", "Webhook(Endpoints?)?"),
    "/v1/accounts": ("accounts", "Accounts?"),
    "/v1/balances": ("balances", "Balances"),
    "/v1/transactions": ("transactions", "Transactions"),
    "/v1/virtual-accounts": ("virtual_accounts", "VirtualAccounts?"),
    "/v1/statements": ("statements", "Statements?"),
    "/v1/internal-account-transfers": ("internal_transfers", "InternalTransfers?"),
    "/v1/inbound-payments": ("inbound_payments", "InboundPayments?"),
    "/v1/fx": ("fx", ""),
    "/v1/fx/trades": ("trades", "Trades?"),
    "/v1/fx/quotes/spot": ("spot", "Spot"),
    "/v1/fx/trades/spot": ("spot", "Spot"),
    "/v1/fx/quotes/forwards": ("forwards", "Forward"),
    "/v1/fx/trades/forwards": ("forwards", "Forward"),
    "/v1/fx/quotes/held-rate": ("held_rates", "HeldRates?"),
    "/v1/fx/trades/held-rate": ("held_rates", "HeldRates?"),
    "/v1/credit": ("credit", "Credit"),
    "/v1/credit/margin-calls": ("margin_calls", "MarginCalls?"),
    "/v1/beneficiaries": ("beneficiaries", "Beneficiar(y|ies)"),
    "/v1/payments": ("payments", "Payments?"),
    "/v1/payment-batches": ("payment_batches", "PaymentBatch(es)?"),
    "/v1/notification-recipients": ("notification_recipients", "NotificationRecipients?"),
    "/v1/sandbox": ("sandbox", "Sandbox"),
}


def name_of(operation_id: str, path: str) -> tuple[str, str]:
    """Return resource and method of an operation: `listPayments` is `payments.list`, `trackPayment` `payments.track`."""
    beginnings = [each for each in RESOURCES if path == each or path.startswith(each + "/")]
    if not beginnings:
        raise SystemExit(f"{path}: add its resource to RESOURCES")
    resource, nouns = RESOURCES[max(beginnings, key=len)]
    method = re.sub(f"(?<=[a-z]){nouns}(?=[A-Z]|$)", "", operation_id, count=1) if nouns else operation_id
    return resource, snake(method)


def snake(name: str) -> str:
    """Return a name in Python's form; one that Python reserves gets an underscore."""
    found = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{found}_" if keyword.iskeyword(found) else found


def models_of(text: str) -> str:
    """Return models.py: a TypedDict for each named schema."""
    from datamodel_code_generator import DataModelType, InputFileType, NamingStrategy, PythonVersion, generate
    from datamodel_code_generator.format import Formatter

    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "models.py"
        generate(
            text,
            input_file_type=InputFileType.OpenAPI,
            output=output,
            output_model_type=DataModelType.TypingTypedDict,
            target_python_version=PythonVersion.PY_311,
            naming_strategy=NamingStrategy.FullPath,
            use_standard_collections=True,
            use_union_operator=True,
            disable_timestamp=True,
            formatters=[Formatter.BUILTIN],
        )
        made = output.read_text()
    made = re.sub(r"^(#.*\n)+", "", made)
    # A later version of the service may add members to its answers.
    made = made.replace(", closed=True", "").replace("    closed=True,\n", "").replace("from typing_extensions import TypedDict\n", "")
    return NOTE + made.replace("TypeAlias\n", "TypeAlias, TypedDict\n", 1).strip() + "\n"


def resources_of(document: dict[str, Any]) -> str:
    """Return resources.py: a class for each resource with a method for each operation."""
    found: dict[str, list[Operation]] = defaultdict(list)
    for operation in operations(document):
        found[operation.resource].append(operation)
    lines = [
        NOTE.strip(),
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Sequence",
        "from typing import Any, Literal, Unpack, overload",
        "",
        "from . import models",
        "from .core import Core, Options, Pages",
        "",
    ]
    for resource in sorted(found):
        lines += ["", f"class {class_of(resource)}:", f'    """{", ".join(tags_of(found[resource]))}."""', ""]
        lines += ["    def __init__(self, core: Core) -> None:", "        self._core = core", ""]
        for operation in sorted(found[resource], key=lambda each: each.method):
            lines += method_of(operation, document)
    lines += ["", "class Resources:", '    """All resources of the service."""', ""]
    lines += ["    def __init__(self, core: Core) -> None:"]
    lines += [f"        self.{resource} = {class_of(resource)}(core)" for resource in sorted(found)]
    return "\n".join(lines) + "\n"


def tags_of(operations: list[Operation]) -> list[str]:
    return sorted({tag for each in operations for tag in each.spec["tags"]})


def class_of(resource: str) -> str:
    return "".join(part.capitalize() for part in resource.split("_"))


def method_of(operation: Operation, document: dict[str, Any]) -> list[str]:
    """Return the lines of one method."""
    spec = operation.spec
    parameters = [each for each in spec.get("parameters", []) if each["in"] in ("path", "query")]
    is_list = operation.verb == "GET" and {"data", "nextCursor"} <= set(properties_of(answer_of(spec), document))
    in_path = [each for each in parameters if each["in"] == "path"]
    in_query = [each for each in parameters if each["in"] == "query" and not (is_list and each["name"] == "after")]
    bodies = (spec.get("requestBody") or {}).get("content", {})
    signature = ["self", *(f"{snake(each['name'])}: str" for each in in_path)]
    named = [f"{snake(each['name'])}: {type_of(each['schema'])}{'' if each.get('required') else ' | None = None'}" for each in in_query]
    named.sort(key=lambda each: "= None" in each)
    body = bodies.get(JSON, {}).get("schema")
    taken = {snake(each["name"]) for each in parameters} | {"options"}
    spread = body is not None and len(bodies) == 1 and can_spread(body, document, taken)
    if body is not None and not spread:
        wanted = name_in(body) if len(bodies) == 1 else f"{name_in(body)} | bytes"
        signature.append(f"body: {wanted}")
        if len(bodies) > 1:
            named.append("content_type: Literal[" + ", ".join(repr(each) for each in bodies) + f'] = "{JSON}"')
    signature += ["*", *named, "options: Options | None = None"]
    if spread:
        signature.append(f"**body: Unpack[{name_in(body)}]")
    answer = answer_type(spec, document, is_list)
    lines = signatures(operation.method, signature, answer)
    lines.append(f'        """{doc_of(spec)}"""')
    call = ['"' + operation.path + '"'] if is_list else [f'"{operation.verb}"', '"' + operation.path + '"']
    if in_path:
        call.append("values={" + ", ".join(f'"{each["name"]}": {snake(each["name"])}' for each in in_path) + "}")
    if in_query:
        call.append("query={" + ", ".join(f'"{each["name"]}": {snake(each["name"])}' for each in in_query) + "}")
    if body is not None:
        call.append("body=body")
        if len(bodies) > 1:
            call.append("content_type=content_type")
    call.append("options=options")
    head = "return " if is_list else ("" if answer == "None" else f"result: {answer} = ")
    lines += [f"        {head}self._core.{'pages' if is_list else 'call'}(", *(f"            {each}," for each in call), "        )"]
    if not is_list and answer != "None":
        lines.append("        return result")
    return [*lines, ""]


DRY_RUN = "dry_run: bool | None = None"


def signatures(method: str, parameters: list[str], answer: str) -> list[str]:
    """Return the head of a method. One that answers a dry run with another type has a signature for each."""
    kinds = answer.split(" | ")
    if DRY_RUN not in parameters or len(kinds) != 2:
        return signature_of(method, parameters, answer, ":")
    lines: list[str] = []
    for wanted, kind in (("dry_run: Literal[False] | None = None", kinds[0]), ("dry_run: Literal[True]", kinds[1])):
        own = [each for each in parameters if each != DRY_RUN]
        own.insert(own.index("*") + 1, wanted)
        lines += ["    @overload", *signature_of(method, own, kind, ": ...")]
    return [*lines, *signature_of(method, parameters, answer, ":")]


def signature_of(method: str, parameters: list[str], answer: str, end: str) -> list[str]:
    last = parameters[-1] + ("" if parameters[-1].startswith("**") else ",")
    return [f"    def {method}(", *(f"        {each}," for each in parameters[:-1]), f"        {last}", f"    ) -> {answer}{end}"]


def doc_of(spec: dict[str, Any]) -> str:
    summary = spec["summary"].rstrip(".") + "."
    return summary.replace("\\", "\\\\").replace('"', "'")


def resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def properties_of(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    return resolved(schema, document).get("properties", {})


def can_spread(schema: dict[str, Any], document: dict[str, Any], taken: set[str]) -> bool:
    names = properties_of(schema, document)
    plain = resolved(schema, document).get("type") == "object" and bool(names)
    return plain and all(name.isidentifier() and not keyword.iskeyword(name) and name not in taken for name in names)


def answers_of(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the contents of the successful answers, those of a dry run last."""
    found = {status: each for status, each in spec["responses"].items() if status.startswith("2")}
    return [found[status].get("content", {}) for status in sorted(found, reverse=True)]


def answer_of(spec: dict[str, Any]) -> dict[str, Any]:
    return next((each[JSON]["schema"] for each in answers_of(spec) if JSON in each), {})


def answer_type(spec: dict[str, Any], document: dict[str, Any], is_list: bool) -> str:
    if is_list:
        item = properties_of(answer_of(spec), document)["data"]["items"]
        return f"Pages[{name_in(item)}]"
    kinds: list[str] = []
    for content in answers_of(spec):
        kinds += [name_in(content[JSON]["schema"])] if JSON in content else (["bytes"] if content else [])
        kinds += ["bytes"] if JSON in content and len(content) > 1 else []
    return " | ".join(dict.fromkeys(kinds)) or "None"


def name_in(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return "models." + schema["$ref"].rsplit("/", 1)[1]
    return type_of(schema)


def type_of(schema: dict[str, Any]) -> str:
    """Return the Python type of a value in a query."""
    if "$ref" in schema:
        return name_in(schema)
    if "enum" in schema:
        return "Literal[" + ", ".join(repr(each) for each in schema["enum"]) + "]"
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " | ".join(dict.fromkeys(type_of(each) for each in choices))
    if schema.get("type") == "array":
        return f"Sequence[{type_of(schema['items'])}]"
    return {"string": "str", "integer": "int", "boolean": "bool", "number": "str"}.get(str(schema.get("type")), "Any")


def read(source: str) -> str:
    if re.match(r"https?:", source):
        with urllib.request.urlopen(source) as answer:
            return str(answer.read().decode())
    return Path(source).read_text()


def main(words: list[str]) -> int:
    sources = [word for word in words if not word.startswith("--")]
    unknown = [word for word in words if word.startswith("--") and word != "--check"]
    if len(sources) != 1 or unknown:
        print(__doc__, file=sys.stderr)
        return 2
    text = read(sources[0])
    made = {"models.py": models_of(text), "resources.py": resources_of(json.loads(text))}
    if "--check" in words:
        old = [name for name, lines in made.items() if (SOURCE / name).read_text() != lines]
        print(f"differ from the document: {', '.join(old)}" if old else "as the document")
        return 1 if old else 0
    for name, lines in made.items():
        (SOURCE / name).write_text(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
