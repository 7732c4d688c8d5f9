// Verifies a record, written from openapi/README.md alone ("The log", "The signed log"), with Node and nothing of this project.
//
//   node verify.mjs [--proofs FILE --key KEY] RECORD...
//
// KEY is a public key as signed notes write it; the proofs are those of one RECORD. Prints a line of JSON for each record: the
// number of entries, the last version of each chain, the names that were proven, and what is wrong first, or null.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const OPENINGS = {
  open: "match",
  championship_opened: "championship",
  register_opened: "register",
  administration_opened: "administration",
  person_entered: "person",
};
const ED25519 = Buffer.from("302a300506032b6570032100", "hex");

class Wrong extends Error {}

function require(right, what) {
  if (!right) throw new Wrong(what);
}

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const fromHex = (text) => Buffer.from(text, "hex");
const linesOf = (file) => readFileSync(file, "utf8").split("\n").filter((line) => line.trim());

/** The RFC 8785 form. `written` gives other texts for some fields of the outermost object. */
function canonical(value, written = {}) {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const field = (name) => `${JSON.stringify(name)}:${written[name] ?? canonical(value[name])}`;
  return `{${Object.keys(value).sort().map(field).join(",")}}`;
}

/** The forms of an entry of which its hash may be made. */
function forms(entry) {
  const { hash, ...bare } = entry;
  if (bare.type === "championship_opened") delete bare.names;
  if (bare.type === "open" || bare.type === "seats") bare.seats = bare.seats.map(({ name, ...seat }) => seat);
  if (bare.type !== "settings_in_effect") return [canonical(bare)];
  const earlier = {};
  for (const name of ["checkpoint_seconds", "body_seconds"]) {
    if (Number.isInteger(bare[name])) earlier[name] = `${bare[name]}.0`;
  }
  return [canonical(bare), canonical(bare, earlier)];
}

/** Follows the chains. Returns the stream of each line, and the end of each chain by its id. */
function follow(entries) {
  const ends = new Map();
  let stream = null;
  const streams = entries.map((entry, n) => {
    if (entry.version === 1) {
      stream = entry[OPENINGS[entry.type]];
      require(typeof stream === "string", `line ${n + 1}: no opening`);
      require(!ends.has(stream), `line ${n + 1}: this chain came before`);
    }
    const before = ends.get(stream) ?? { version: 0, hash: "00".repeat(32) };
    require(stream !== null && entry.version === before.version + 1, `line ${n + 1}: not the next version of its chain`);
    const right = forms(entry).some((form) => sha256(fromHex(before.hash), form).toString("hex") === entry.hash);
    require(right, `line ${n + 1}: the chain breaks`);
    ends.set(stream, { version: entry.version, hash: entry.hash });
    return stream;
  });
  return { streams, ends };
}

/** A public key as signed notes write it. */
function readKey(text) {
  const [, name, id, encoded] = text.trim().match(/^([^+]+)\+([0-9a-f]{8})\+(.+)$/) ?? [];
  const bytes = Buffer.from(encoded ?? "", "base64");
  require(bytes.length === 33 && bytes[0] === 1, "not an Ed25519 public key");
  require(sha256(`${name}\n`, bytes).subarray(0, 4).toString("hex") === id, "a key with another id");
  const key = createPublicKey({ key: Buffer.concat([ED25519, bytes.subarray(1)]), format: "der", type: "spki" });
  return { text: text.trim(), name, id, key };
}

/** The lines of a note that one of these keys signed. */
function open(note, keys) {
  const end = note.lastIndexOf("\n\n");
  require(end > 0, "not a signed note");
  const text = note.slice(0, end + 1);
  const signed = note.slice(end + 2).split("\n").filter(Boolean).some((line) => {
    const [dash, name, encoded] = line.split(" ");
    const signature = Buffer.from(encoded ?? "", "base64");
    const id = signature.subarray(0, 4).toString("hex");
    const by = keys.filter((key) => dash === "—" && key.name === name && key.id === id);
    return by.some((key) => verify(null, Buffer.from(text), key.key, signature.subarray(4)));
  });
  require(signed, "a note that this key did not sign");
  return text.slice(0, -1).split("\n");
}

/** The keys to which these changes of keys lead from a trusted one. */
function keyRing(trusted, notes) {
  const ring = [trusted];
  for (const note of notes) {
    const lines = note.split("\n");
    require(lines[0] === "referee key 1", "not a change of keys");
    const [before, after] = [readKey(lines[5]), readKey(lines[6])];
    open(note, [before]);
    open(note, [after]);
    if (ring.some((key) => key.text === before.text)) ring.push(after);
  }
  return ring;
}

/** The root to which an audit path leads: RFC 9162, section 2.1.3.2. */
function rootOf(leaf, index, size, path) {
  require(Number.isInteger(index) && index >= 0 && index < size, "a leaf outside of the tree");
  let [at, last, hash] = [index, size - 1, leaf];
  for (const step of path) {
    require(last > 0, "a path that is too long");
    if (at % 2 === 1 || at === last) {
      hash = sha256([1], fromHex(step), hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else {
      hash = sha256([1], hash, fromHex(step));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  require(last === 0, "a path that is too short");
  return hash.toString("base64");
}

function inTree(checkpoint, proof, index, leaf, what) {
  const hash = sha256([0], canonical(leaf));
  require(rootOf(hash, index, Number(checkpoint[1]), proof.path) === checkpoint[2], `${what}: not in the signed log`);
}

/** The people whom an entry names, or could name: id and name. */
function named(entry) {
  if (entry.type === "open" || entry.type === "seats") return entry.seats.map((seat) => [seat.player, seat.name]);
  return entry.type === "championship_opened" ? Object.entries(entry.names ?? {}) : [];
}

function checkNames(entries, checkpoint, heads, proofs) {
  const places = entries.flatMap((entry, n) => named(entry).map(([person, name]) => ({ person, name, line: n + 1 })));
  const any = places.some(({ name }) => name);
  const byPerson = new Map(proofs.map((proof) => [proof.person, proof]));
  for (const proof of proofs) {
    const { entry, person } = proof;
    const head = heads.get(person);
    require(head?.version === entry.version && head.hash === entry.hash, `${person}: not the end of their chain`);
    const before = proof.previous ? fromHex(proof.previous) : Buffer.alloc(32);
    require(entry.person === person && sha256(before, forms(entry)[0]).toString("hex") === entry.hash, `${person}: another entry`);
    const leaf = { hash: entry.hash, seal: proof.seal, stream: person, topic: entry.type, version: entry.version };
    inTree(checkpoint, proof, proof.leaf_index, leaf, person);
    require(!any || places.some((place) => place.person === person), `${person}: named nowhere`);
  }
  for (const { person, name, line } of any ? places : []) {
    const proof = byPerson.get(person);
    require(proof || !name, `line ${line}: a name that was put in`);
    require(!proof || name, `line ${line}: a name that was left out`);
    const commitment = proof && sha256(fromHex(proof.key), canonical({ name, person })).toString("hex");
    require(!proof || commitment === proof.entry.name, `line ${line}: another name`);
  }
  return any ? byPerson.size : 0;
}

function checkProofs(entries, { streams, ends }, file, key) {
  const [first, ...rest] = linesOf(file).map((line) => JSON.parse(line));
  require(first.proofs === 3, "another format of proofs");
  const ring = keyRing(readKey(key), first.keys ?? []);
  const checkpoint = open(first.checkpoint, ring);
  const [kind, ...signed] = open(first.heads, ring);
  require(kind === "referee heads 1", "not a list of ends");
  require(signed.slice(0, 4).join("\n") === checkpoint.join("\n"), "the ends of another checkpoint");
  const heads = new Map(
    signed.slice(4).map((line) => {
      const [stream, version, hash] = line.split(" ");
      return [stream, { version: Number(version), hash }];
    }),
  );
  const names = rest.filter((line) => "person" in line);
  const proofs = rest.filter((line) => !("person" in line));
  entries.forEach((entry, n) => {
    const proof = proofs[n];
    const fits = proof && proof.stream === streams[n] && proof.version === entry.version;
    require(fits, `line ${n + 1}: its proof is missing, or one before it`);
    const leaf = { hash: entry.hash, seal: proof.seal, stream: streams[n], topic: entry.type, version: entry.version };
    inTree(checkpoint, proof, proof.index, leaf, `line ${n + 1}`);
  });
  require(proofs.length === entries.length, "the record lacks entries that were proven");
  const people = new Set(names.map((proof) => proof.person));
  for (const [stream, end] of ends) {
    const head = heads.get(stream);
    require(head?.version === end.version && head.hash === end.hash, `${stream}: it did not end here`);
  }
  for (const stream of heads.keys()) require(ends.has(stream) || people.has(stream), `${stream}: left out`);
  return checkNames(entries, checkpoint, heads, names);
}

function answerTo(record, proofs, key) {
  const answer = { entries: 0, chains: {}, names: 0, flaw: null };
  try {
    const entries = linesOf(record).map((line) => JSON.parse(line));
    const chains = follow(entries);
    answer.entries = entries.length;
    answer.chains = Object.fromEntries([...chains.ends].map(([stream, end]) => [stream, end.version]));
    if (proofs) answer.names = checkProofs(entries, chains, proofs, key);
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof SyntaxError)) throw error;
    answer.flaw = error.message;
  }
  return answer;
}

const { values, positionals } = parseArgs({
  options: { proofs: { type: "string" }, key: { type: "string" } },
  allowPositionals: true,
});
for (const record of positionals) console.log(JSON.stringify(answerTo(record, values.proofs, values.key)));
