#!/usr/bin/env bash
# OpenAPI Generator writes a client in Python that is no Python, where a webhook has a header among its parameters.
#
# One would guess: `webhooks` of OpenAPI 3.1 are what the service calls, so that a client has nothing of them; or else their calls are
# written as those of `paths` are.
# What happens: for a header by reference, the generator ends with status 0 and writes a parameter without a type, `message_id: ,`, three
# times. Importing the client is a SyntaxError. The same reference under `paths` becomes `message_id: StrictStr`.
# Why it matters: Standard Webhooks signs its messages in three headers, so documents that describe such webhooks refer to them in each.
# Nothing says that the client is broken until somebody imports it. Leaving `webhooks` out of the document mends it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PIP_DISABLE_PIP_VERSION_CHECK=1

cat >document.json <<'END'
{
  "openapi": "3.1.0",
  "info": {"title": "A message with a header", "version": "1"},
  "paths": {
    "/things": {
      "get": {
        "operationId": "listThings",
        "tags": ["things"],
        "parameters": [{"$ref": "#/components/parameters/MessageId"}],
        "responses": {"204": {"description": "None."}}
      }
    }
  },
  "webhooks": {
    "thing": {
      "post": {
        "operationId": "onThing",
        "tags": ["messages"],
        "parameters": [{"$ref": "#/components/parameters/MessageId"}],
        "responses": {"204": {"description": "Taken."}}
      }
    }
  },
  "components": {
    "parameters": {
      "MessageId": {"name": "Message-Id", "in": "header", "required": true, "schema": {"type": "string"}}
    }
  }
}
END

python3 -m venv venv
venv/bin/pip install --quiet openapi-generator-cli==7.26.0 openapi-spec-validator==0.9.0
echo "openapi-generator $(venv/bin/openapi-generator-cli version), $(python3 --version)"
venv/bin/openapi-spec-validator document.json

venv/bin/openapi-generator-cli generate --generator-name python --input-spec document.json --output client >log.txt 2>&1
echo "openapi-generator: status $?"
echo "of paths:    $(grep -m 1 'message_id: ' client/openapi_client/api/things_api.py)"
echo "of webhooks: $(grep -m 1 'message_id: ' client/openapi_client/api/messages_api.py)"
if python3 -m compileall -q client/openapi_client >errors.txt 2>&1; then
    echo "CHANGED: the client is Python"
    exit 1
fi
grep "SyntaxError" errors.txt
echo "as described: the header of a webhook has no type"
