"""Clients that ten more generators make of the API's document: each compiles, and with four of them a card is played.

`make generators` runs all of them, `make clients` two. OpenAPI Generator is given the document in OpenAPI 3.0, the others that in
3.1. What takes a Java or a Go is skipped in words where there is none.
"""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.clients.workshop import DOCUMENT, HERE, KEPT, OLDER, Workshop, require_success
from tests.support.service import TOKEN, Running

pytestmark = pytest.mark.long
PLAYED = "version 3 on the table [2C] seat 1\n"
"""The output of every program: a match dealt, one card played, the next seat to act."""
GO_SOURCES = Path("/usr/share/gocode")
"""Debian's sources of Go's packages, of which clients in Go import one (golang-gopkg-validator.v2-dev)."""
GENERATED = """package javax.annotation;

public @interface Generated {
    String[] value();
    String date() default "";
    String comments() default "";
}
"""
"""The only class that clients in Java import and that OpenAPI Generator does not bring itself: Java had it until version 10."""


def need(program: str) -> None:
    """Skips a test, in words, where a program is missing."""
    if shutil.which(program) is None:
        pytest.skip(f"SKIPPED: {program} is not installed")


def openapi_generator(workshop: Workshop, generator: str, *options: str) -> Path:
    """The folder with the client that OpenAPI Generator makes."""
    need("java")
    place = f"made/{generator}"
    properties = ",".join(("hideGenerationTimestamp=true", *options))
    command = ["generate", "--generator-name", generator, "--input-spec", OLDER, "--output", place]
    require_success(workshop.run("openapi-generator-cli", *command, "--additional-properties", properties))
    return workshop.folder / place


def check_types(workshop: Workshop, client: str, **options: object) -> None:
    """Type-checks a client in TypeScript, strictly; with other options of the compiler, it may be compiled."""
    settings = {"extends": "../../tsconfig.json", "compilerOptions": options, "include": ["**/*.ts"]}
    (workshop.folder / "made" / client / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    require_success(workshop.node("tsc", "--project", f"made/{client}/tsconfig.json"))


def test_python(workshop: Workshop, running: Running) -> None:
    client = openapi_generator(workshop, "python", "packageName=referee_openapi")
    shutil.copy(HERE / "programs" / "play.py", client)
    require_success(workshop.run("python", "-m", "compileall", "-q", "referee_openapi", within=client))
    process = workshop.run("python", "play.py", running.url, TOKEN, within=client)
    assert (process.returncode, process.stdout) == (0, PLAYED)


def test_typescript_fetch(workshop: Workshop, running: Running) -> None:
    client = openapi_generator(workshop, "typescript-fetch")
    shutil.copy(HERE / "programs" / "play.ts", client)
    how = {"noEmit": False, "outDir": "../../ran/typescript-fetch", "module": "CommonJS", "moduleResolution": "Node10"}
    check_types(workshop, client.name, **how)
    process = workshop.run("node", "ran/typescript-fetch/play.js", running.url, TOKEN)
    assert (process.returncode, process.stdout) == (0, PLAYED)


def test_typescript_axios(workshop: Workshop) -> None:
    check_types(workshop, openapi_generator(workshop, "typescript-axios").name)


def test_go(workshop: Workshop, running: Running) -> None:
    need("go")
    if not (GO_SOURCES / "src" / "gopkg.in" / "validator.v2").is_dir():
        pytest.skip("SKIPPED: golang-gopkg-validator.v2-dev is not installed")
    options = ("packageName=referee", "enumClassPrefix=true", "useOneOfDiscriminatorLookup=true")
    client = openapi_generator(workshop, "go", *options)
    sources = workshop.folder / "go" / "src"
    shutil.copytree(client, sources / "referee", ignore=shutil.ignore_patterns("test"))
    (sources / "play").mkdir()
    shutil.copy(HERE / "programs" / "play.go", sources / "play" / "main.go")
    # Without modules, which are fetched over a network.
    paths = {"GO111MODULE": "off", "GOFLAGS": "", "GOPATH": f"{workshop.folder / 'go'}{os.pathsep}{GO_SOURCES}"}
    settings = [f"{name}={value}" for name, value in paths.items()]
    require_success(workshop.run("env", *settings, "go", "build", "-o", "../../play", within=sources / "play"))
    process = workshop.run("./play", running.url, TOKEN, within=workshop.folder / "go")
    assert (process.returncode, process.stdout) == (0, PLAYED)


def test_java(workshop: Workshop) -> None:
    need("javac")
    client = openapi_generator(workshop, "java", "library=native", "openApiNullable=false")
    annotation = client / "src" / "main" / "java" / "javax" / "annotation" / "Generated.java"
    annotation.parent.mkdir(parents=True)
    annotation.write_text(GENERATED, encoding="utf-8")
    # The generator is one file with all that it imports, and with that what its clients import.
    [jar] = KEPT.glob("lib/python*/site-packages/openapi_generator_cli/openapi-generator.jar")
    sources = [str(file) for file in (client / "src" / "main").rglob("*.java")]
    require_success(
        workshop.run("javac", "-nowarn", "-proc:none", "-classpath", str(jar), "-d", "made/classes", *sources)
    )


def test_orval(workshop: Workshop) -> None:
    require_success(
        workshop.node("orval", "--input", DOCUMENT.name, "--output", "made/orval/client.ts", "--client", "fetch")
    )
    check_types(workshop, "orval")


def test_kubb(workshop: Workshop) -> None:
    require_success(workshop.node("kubb", "generate", "--config", "kubb.config.mjs"))
    check_types(workshop, "kubb", allowImportingTsExtensions=True)


def test_oazapfts(workshop: Workshop) -> None:
    (workshop.folder / "made" / "oazapfts").mkdir()
    client = workshop.folder / "made" / "oazapfts" / "client.ts"
    require_success(workshop.node("oazapfts", DOCUMENT.name, "made/oazapfts/client.ts"))
    text = client.read_text(encoding="utf-8")
    assert "status: 2XX;" in text, (
        "it writes no more a range of statuses as a number: openapi/README.md, and this replacement"
    )
    client.write_text(text.replace("status: 2XX;", "status: 200;"), encoding="utf-8")
    check_types(workshop, "oazapfts")


def test_swagger_typescript_api(workshop: Workshop) -> None:
    place = ["--output", "made/swagger-typescript-api", "--name", "client.ts"]
    require_success(workshop.node("swagger-typescript-api", "generate", "--path", DOCUMENT.name, *place))
    check_types(workshop, "swagger-typescript-api")


def test_fastmcp(workshop: Workshop, running: Running) -> None:
    shutil.copy(HERE / "programs" / "assistant.py", workshop.folder)
    process = workshop.run("python", "assistant.py", DOCUMENT.name, running.url, TOKEN)
    assert process.returncode == 0, process.stdout[-4000:]
    assert process.stdout.endswith(PLAYED)
