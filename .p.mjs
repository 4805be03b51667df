// .p.ts
import { readdirSync, readFileSync } from "node:fs";

// src/domain/identifiers/cpe-name.ts
function parseCpe(text) {
  const trimmed = text.trim();
  const start = trimmed.slice(0, 8).toLowerCase();
  if (start === "cpe:2.3:") return named(formattedValues(trimmed.slice(8)));
  if (start.startsWith("cpe:/")) return named(uriValues(trimmed.slice(5)));
  return fault('a CPE name starts with "cpe:2.3:" or "cpe:/"');
}
function named(values2) {
  if (values2 === null) {
    return fault("it has more parts than a CPE name, or an escape that is not complete");
  }
  const [part, vendor = null, product = null, version = null, update = null, edition = null] = values2;
  const [language = null, softwareEdition = null, targetSoftware = null] = values2.slice(6);
  const [targetHardware = null, other = null] = values2.slice(9);
  if (part !== "a" && part !== "o" && part !== "h") {
    return fault('its part is not "a" (application), "o" (operating system) or "h" (hardware)');
  }
  if (vendor === null && product === null) return fault("it names neither a vendor nor a product");
  return {
    ok: true,
    cpe: {
      part,
      vendor,
      product,
      version,
      update,
      edition,
      language,
      softwareEdition,
      targetSoftware,
      targetHardware,
      other
    }
  };
}
function formattedValues(text) {
  const values2 = [];
  let value = "";
  let isQuoted = false;
  for (let index2 = 0; index2 < text.length; index2 += 1) {
    const character = text.charAt(index2);
    if (isQuoted) {
      value += character;
      isQuoted = false;
    } else if (character === "\\") {
      isQuoted = true;
    } else if (character === ":") {
      values2.push(logical(value));
      value = "";
      if (values2.length > 10) return null;
    } else {
      value += character;
    }
  }
  if (isQuoted) return null;
  values2.push(logical(value));
  return values2;
}
function uriValues(text) {
  const parts = text.split(":", 8);
  if (parts.length > 7) return null;
  const decoded = [];
  let packed = [null, null, null, null];
  for (const [index2, part] of parts.entries()) {
    if (index2 === 5 && part.startsWith("~")) {
      const [, edition = "", ...rest2] = part.split("~", 7);
      packed = [0, 1, 2, 3].map((at2) => logical(decodedUriPart(rest2[at2] ?? "")));
      decoded.push(logical(decodedUriPart(edition)));
    } else {
      decoded.push(logical(decodedUriPart(part)));
    }
  }
  while (decoded.length < 7) decoded.push(null);
  return [...decoded, ...packed];
}
function decodedUriPart(part) {
  if (!part.includes("%") && !part.includes("\\")) return part;
  return part.replace(
    /%([0-9a-f]{2})|\\(.)/gis,
    (_, hex, quoted) => hex === void 0 ? quoted ?? "" : String.fromCharCode(Number.parseInt(hex, 16))
  );
}
function logical(value) {
  return value === "" || value === "*" ? null : value.toLowerCase();
}
function fault(reason) {
  return { ok: false, fault: reason };
}

// src/domain/identifiers/percent.ts
function decodePercent(text) {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// src/domain/identifiers/purl-types.ts
var LOWER_CASE_NAMES = /* @__PURE__ */ new Set([
  "alpm",
  "apk",
  "bitbucket",
  "composer",
  "deb",
  "github",
  "gitlab",
  "golang",
  "hex",
  "luarocks",
  "oci",
  "pub",
  "pypi"
]);
var LOWER_CASE_NAMESPACES = /* @__PURE__ */ new Set([
  "alpm",
  "apk",
  "bitbucket",
  "composer",
  "deb",
  "github",
  "gitlab",
  "golang",
  "hex",
  "rpm"
]);
var TYPE_ALIASES = /* @__PURE__ */ new Map([
  ["go", "golang"],
  ["python", "pypi"],
  ["rubygems", "gem"],
  ["ruby", "gem"],
  ["java", "maven"],
  ["dotnet", "nuget"],
  ["php", "composer"],
  ["packagist", "composer"],
  ["crates", "cargo"],
  ["rust", "cargo"],
  ["debian", "deb"],
  ["dpkg", "deb"],
  ["redhat", "rpm"],
  ["alpine", "apk"],
  ["arch", "alpm"]
]);
function normalizeByType(purl2) {
  const type = TYPE_ALIASES.get(purl2.type) ?? purl2.type;
  const lowerName = LOWER_CASE_NAMES.has(type) ? purl2.name.toLowerCase() : purl2.name;
  const name2 = type === "pypi" ? pypiName(lowerName) : lowerName;
  const namespace = purl2.namespace !== null && LOWER_CASE_NAMESPACES.has(type) ? purl2.namespace.toLowerCase() : purl2.namespace;
  if (type === purl2.type && name2 === purl2.name && namespace === purl2.namespace) return purl2;
  return { ...purl2, type, name: name2, namespace };
}
function pypiName(name2) {
  return name2.toLowerCase().replace(/[-_.]+/g, "-");
}

// src/domain/identifiers/purl.ts
var SCHEME_LENGTH = "pkg:".length;
var NO_QUALIFIERS = /* @__PURE__ */ new Map();
function parsePurl(text) {
  const trimmed = text.trim();
  if (!trimmed.startsWith("pkg:") && trimmed.slice(0, SCHEME_LENGTH).toLowerCase() !== "pkg:") {
    return fault2('a package URL starts with "pkg:"');
  }
  const hash = trimmed.lastIndexOf("#");
  const beforeSubpath = hash < 0 ? trimmed : trimmed.slice(0, hash);
  const mark = beforeSubpath.lastIndexOf("?");
  const path = withoutSlashes(beforeSubpath.slice(SCHEME_LENGTH, mark < 0 ? void 0 : mark));
  const slash = path.indexOf("/");
  if (slash < 0) return fault2('a package URL names a type and, after a "/", a package');
  const type = path.slice(0, slash).toLowerCase();
  if (!isType(type)) return fault2(`"${excerpt(type)}" is no package type`);
  const qualifiers = mark < 0 ? NO_QUALIFIERS : readQualifiers(beforeSubpath.slice(mark + 1));
  if (typeof qualifiers === "string") return fault2(qualifiers);
  const subpathText = hash < 0 ? null : trimmed.slice(hash + 1);
  return readPackage(type, path.slice(slash + 1), qualifiers, subpathText);
}
function readPackage(type, path, qualifiers, subpathText) {
  const at2 = versionStart(path);
  const version = at2 < 0 ? null : path.slice(at2 + 1);
  const packagePath = withoutSlashes(at2 < 0 ? path : path.slice(0, at2));
  const lastSlash = packagePath.lastIndexOf("/");
  const name2 = decodePercent(packagePath.slice(lastSlash + 1));
  const namespace = lastSlash < 0 ? null : decodedSegments(packagePath.slice(0, lastSlash));
  const subpath = subpathText === null ? null : decodedSegments(subpathText, isRealSegment);
  const decodedVersion = version === null || version === "" ? null : decodePercent(version);
  if (name2 === null || namespace === void 0 || subpath === void 0 || decodedVersion === null && version) {
    return fault2('a "%" in it is not followed by two hexadecimal digits of UTF-8 text');
  }
  if (name2 === "") return fault2("it names no package");
  const purl2 = { type, namespace, name: name2, version: decodedVersion, qualifiers, subpath };
  return { ok: true, purl: normalizeByType(purl2) };
}
function versionStart(path) {
  const at2 = path.lastIndexOf("@");
  return at2 <= 0 || at2 < path.lastIndexOf("/") ? -1 : at2;
}
function decodedSegments(text, isKept = isNotEmpty) {
  if (!text.includes("/")) {
    const segment = decodePercent(text);
    return segment === null ? void 0 : isKept(segment) ? segment : null;
  }
  const segments = [];
  for (const encoded of text.split("/")) {
    const segment = decodePercent(encoded);
    if (segment === null) return void 0;
    if (isKept(segment)) segments.push(segment);
  }
  return segments.length === 0 ? null : segments.join("/");
}
function isNotEmpty(segment) {
  return segment !== "";
}
function isRealSegment(segment) {
  return segment !== "" && segment !== "." && segment !== "..";
}
function readQualifiers(text) {
  const qualifiers = /* @__PURE__ */ new Map();
  let start = 0;
  while (start < text.length) {
    const mark = text.indexOf("&", start);
    const end = mark < 0 ? text.length : mark;
    const fault3 = end === start ? null : readQualifier(text.slice(start, end), qualifiers);
    if (fault3 !== null) return fault3;
    start = end + 1;
  }
  return qualifiers;
}
function readQualifier(pair, qualifiers) {
  const equals = pair.indexOf("=");
  const key = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
  if (!isQualifierKey(key)) return `"${excerpt(key)}" is no qualifier`;
  const value = equals < 0 ? "" : decodePercent(pair.slice(equals + 1));
  if (value === null) return `the qualifier "${key}" is not encoded as UTF-8`;
  if (value !== "") qualifiers.set(key, value);
  return null;
}
function isType(text) {
  return /^[a-z][a-z0-9.+-]{0,63}$/.test(text);
}
function isQualifierKey(text) {
  return /^[a-z][a-z0-9._-]{0,127}$/.test(text);
}
function withoutSlashes(text) {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === 47) start += 1;
  while (end > start && text.charCodeAt(end - 1) === 47) end -= 1;
  return text.slice(start, end);
}
function excerpt(text) {
  return text.length > 40 ? `${text.slice(0, 40)}\u2026` : text;
}
function fault2(reason) {
  return { ok: false, fault: reason };
}

// src/domain/version/compare-versions.ts
function compareNumbers(one, other) {
  const length = Math.max(one.length, other.length);
  for (let index2 = 0; index2 < length; index2 += 1) {
    const difference = (one[index2] ?? 0) - (other[index2] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
function leadingNumbers(version) {
  const numbers = [];
  for (const part of version.split(".", 8)) {
    const number = Number.parseInt(part, 10);
    if (Number.isNaN(number)) break;
    numbers.push(number);
    if (String(number).length < part.trimEnd().length && !/^\d+$/.test(part)) break;
  }
  return numbers;
}

// src/domain/version/version-key.ts
var NO_KEY = { text: "", ends: [] };
var ZERO = 48;
var NINE = 57;
var DOT = 46;
var PLUS = 43;
function versionKey(version, maxTokens) {
  let at2 = skipV(version);
  if (!isWordCharacter(version.charCodeAt(at2))) return NO_KEY;
  const ends = [];
  let text = "";
  let wasNumber = false;
  let separatorIsDot = false;
  while (ends.length < maxTokens && at2 < version.length) {
    const isNumber2 = isDigit(version.charCodeAt(at2));
    const end = isNumber2 ? endOfDigits(version, at2) : endOfLetters(version, at2);
    const isWhole = end === version.length || isBoundary(version, end);
    if (!isWhole) break;
    const token = isNumber2 ? withoutZeros(version, at2, end) : version.slice(at2, end).toLowerCase();
    if (text !== "") text += separatorIsDot && wasNumber && isNumber2 ? "." : "-";
    text += token;
    ends.push(text.length);
    wasNumber = isNumber2;
    const next = skipSeparators(version, end);
    separatorIsDot = next === end + 1 && version.charCodeAt(end) === DOT;
    if (isTrailingPlus(version, end, next)) {
      text += "-plus";
      ends.push(text.length);
    }
    if (!isWordCharacter(version.charCodeAt(next))) break;
    at2 = next;
  }
  return ends.length === 0 ? NO_KEY : { text, ends };
}
function wholeKey(text) {
  return versionKey(text, Number.POSITIVE_INFINITY).text;
}
function isTrailingPlus(text, end, next) {
  if (text.charCodeAt(end) !== PLUS) return false;
  return next > end + 1 || next === text.length;
}
function skipV(text) {
  const first = text.charCodeAt(0) | 32;
  if (first !== 118) return 0;
  const next = text.charCodeAt(1) === DOT ? 2 : 1;
  return isDigit(text.charCodeAt(next)) ? next : 0;
}
function endOfDigits(text, start) {
  let at2 = start;
  while (isDigit(text.charCodeAt(at2))) at2 += 1;
  return at2;
}
function endOfLetters(text, start) {
  let at2 = start;
  while (isLetter(text.charCodeAt(at2))) at2 += 1;
  return at2;
}
function skipSeparators(text, start) {
  let at2 = start;
  while (isSeparator(text.charCodeAt(at2))) at2 += 1;
  return at2;
}
function withoutZeros(text, start, end) {
  let at2 = start;
  while (at2 < end - 1 && text.charCodeAt(at2) === ZERO) at2 += 1;
  return text.slice(at2, end);
}
function isBoundary(text, at2) {
  const code = text.charCodeAt(at2);
  return isSeparator(code) || isWordCharacter(code);
}
function isSeparator(code) {
  return code === DOT || code === 45 || code === PLUS || code === 95 || code === 126 || code === 94 || code === 32;
}
function isWordCharacter(code) {
  return isDigit(code) || isLetter(code);
}
function isDigit(code) {
  return code >= ZERO && code <= NINE;
}
function isLetter(code) {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

// src/domain/version/cycle-keys.ts
function cycleKeys(product) {
  const { cycles } = product;
  const others = /* @__PURE__ */ new Map();
  addTier(others, labelKeys(cycles));
  addTier(others, servicePackKeys(product));
  addTier(others, cycles.flatMap(codenameKeys));
  addTier(others, cycles.flatMap(buildKeys));
  return {
    byName: new Map(cycles.map((cycle) => [cycle.name, cycle])),
    byKey: keyed(tier(cycles.map((cycle) => [wholeKey(cycle.name), cycle]))),
    byOther: keyed(others),
    branches: branchesOf(cycles)
  };
}
function keyed(cycles) {
  cycles.delete("");
  const maxTokens = [...cycles.keys()].reduce((most, key) => Math.max(most, tokensIn(key)), 0);
  return { cycles, maxTokens };
}
function tier(entries) {
  const keys = /* @__PURE__ */ new Map();
  for (const [key, cycle] of entries) {
    const known = keys.get(key);
    keys.set(key, known === void 0 || known === cycle ? cycle : "ambiguous");
  }
  return keys;
}
function addTier(keys, entries) {
  for (const [key, cycle] of tier(entries)) if (!keys.has(key)) keys.set(key, cycle);
}
function tokensIn(key) {
  return versionKey(key, Number.POSITIVE_INFINITY).ends.length;
}
function labelKeys(cycles) {
  const labels = cycles.map((cycle) => [labelKey(cycle.label), cycle]);
  const numbered = labels.filter(([key]) => /^\d/.test(key));
  return numbered.flatMap(([key, cycle]) => {
    const packs = numbered.filter(([other]) => other.startsWith(`${key}-sp-`));
    const first = packs.length === 0 ? [] : ["cu", "rtm", "gdr"].map((word) => `${key}-${word}`);
    return [
      [key, cycle],
      ...first.map((variant) => [variant, cycle]),
      ...packs.map(([, pack]) => [key, pack])
    ];
  });
}
function labelKey(label) {
  return wholeKey(
    label.replace(/\([^()]*\)|'[^']*'/g, " ").replace(/\s+/g, " ").trim()
  );
}
function servicePackKeys({ slug, cycles }) {
  if (!slug.startsWith("sle") && !slug.startsWith("suse")) return [];
  return cycles.map((cycle) => [wholeKey(cycle.name).replace(".", "-sp-"), cycle]);
}
function codenameKeys(cycle) {
  const key = wholeKey(cycle.codename ?? "");
  if (!/^[a-z]{3}/.test(key)) return [];
  const dash = key.indexOf("-");
  return dash < 0 ? [[key, cycle]] : [
    [key, cycle],
    [key.slice(0, dash), cycle]
  ];
}
function buildKeys(cycle) {
  const key = wholeKey(cycle.latestRelease ?? "");
  return /^\d+\.\d+\.\d+/.test(key) ? [[key, cycle]] : [];
}
function branchesOf(cycles) {
  const branches = /* @__PURE__ */ new Map();
  for (const cycle of cycles) {
    const key = wholeKey(cycle.name);
    if (!/^[\d.]+$/.test(key)) continue;
    const siblings = cycles.filter((other) => /^-[a-z]/.test(rest(wholeKey(other.name), key)));
    const [own, ...others] = [cycle, ...siblings].flatMap((one) => branchOf(one, key));
    if (own?.cycle !== cycle || others.length === 0) continue;
    branches.set(
      key,
      [own, ...others].sort((one, other) => compareNumbers(one.latest, other.latest))
    );
  }
  return branches;
}
function rest(key, start) {
  return key.startsWith(start) ? key.slice(start.length) : "";
}
function branchOf(cycle, key) {
  const latest = wholeKey(cycle.latestRelease ?? "");
  const isOfBranch = latest.startsWith(`${key}.`);
  return isOfBranch ? [{ cycle, latest: leadingNumbers(cycle.latestRelease ?? "") }] : [];
}

// src/domain/version/package-version.ts
function packagedVersion(version, scheme) {
  switch (scheme) {
    case "deb":
      return debianUpstream(version);
    case "rpm":
      return beforeLast(withoutEpoch(version), "-");
    case "apk":
      return apkUpstream(version);
    case "golang":
      return goRelease(version);
    case "pypi":
      return withoutV(version.slice(version.indexOf("!") + 1));
    case "plain":
      return withoutV(withoutEpoch(version));
  }
}
function debianUpstream(version) {
  const upstream = beforeLast(withoutEpoch(version), "-");
  const really = upstream.indexOf("+really");
  const truth = really < 0 ? upstream : upstream.slice(really + "+really".length);
  for (const mark of REPACKED) {
    const at2 = truth.indexOf(mark);
    if (at2 > 0) return truth.slice(0, at2);
  }
  return truth;
}
var REPACKED = ["+dfsg", "~dfsg", ".dfsg", "+ds", "~ds", "+maria~", "+repack", "-deb"];
function withoutEpoch(version) {
  const colon = version.indexOf(":");
  return colon > 0 && colon < 12 && isNumber(version.slice(0, colon)) ? version.slice(colon + 1) : version;
}
function apkUpstream(version) {
  const at2 = version.lastIndexOf("-r");
  return at2 > 0 && isNumber(version.slice(at2 + 2)) ? version.slice(0, at2) : version;
}
function goRelease(version) {
  const bare = version.startsWith("go") ? version.slice(2) : withoutV(version);
  return isPseudoVersion(bare) ? "" : bare;
}
var COMMIT_LENGTH = 12;
var TIME_LENGTH = 14;
function isPseudoVersion(version) {
  const plus = version.indexOf("+");
  const bare = plus < 0 ? version : version.slice(0, plus);
  const dash = bare.length - COMMIT_LENGTH - 1;
  const start = dash - TIME_LENGTH;
  if (start < 1 || bare.charAt(dash) !== "-" || !isNumber(bare.slice(start, dash))) return false;
  return "-.".includes(bare.charAt(start - 1)) && isHexadecimal(bare.slice(dash + 1));
}
function withoutV(version) {
  const isV = version.startsWith("v") || version.startsWith("V");
  return isV && isNumber(version.charAt(1)) ? version.slice(1) : version;
}
function beforeLast(text, mark) {
  const at2 = text.lastIndexOf(mark);
  return at2 <= 0 ? text : text.slice(0, at2);
}
function isNumber(text) {
  if (text === "") return false;
  for (let at2 = 0; at2 < text.length; at2 += 1) {
    const code = text.charCodeAt(at2);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
function isCommitHash(text) {
  return text.length >= 7 && text.length <= 128 && !isNumber(text) && isHexadecimal(text);
}
function isHexadecimal(text) {
  for (let at2 = 0; at2 < text.length; at2 += 1) {
    const code = text.charCodeAt(at2) | 32;
    const isHex = code >= 48 && code <= 57 || code >= 97 && code <= 102;
    if (!isHex) return false;
  }
  return true;
}

// src/domain/version/cycle-matcher.ts
var COMMON_PREFIXES = ["version", "ver", "release", "rel", "r", "go", "jdk", "jre", "openjdk"];
var JAVA = /(?:^|[^a-z])(?:java|jdk|jre|openjdk|corretto|temurin|zulu|liberica|dragonwell|semeru|sapmachine)(?:[^a-z]|$)/;
function compileCycles(product, aliases = []) {
  const names = [product.slug, product.name, ...aliasesOf(product.identifiers), ...aliases];
  return {
    keys: cycleKeys(product),
    prefixes: new Set([...COMMON_PREFIXES, ...names.map(lettersOf)].filter(Boolean)),
    isJava: names.some((name2) => JAVA.test(name2.toLowerCase()))
  };
}
function aliasesOf(identifiers) {
  return identifiers.filter(({ kind }) => kind === "alias").map(({ value }) => value);
}
function matchCycle(matcher, version) {
  const { byName } = matcher.keys;
  const exact = byName.get(version);
  if (exact !== void 0) return exact;
  if (isCommitHash(version)) return null;
  return longest(matcher, version) ?? (matcher.isJava ? javaCycle(matcher, version) : null) ?? prefixedCycle(matcher, version);
}
function longest({ keys }, version) {
  return byLongestKey(keys.byKey, keys.branches, version) ?? byLongestKey(keys.byOther, null, version);
}
function byLongestKey({ cycles, maxTokens }, branches, version) {
  const { text, ends } = versionKey(version, maxTokens);
  for (let index2 = ends.length - 1; index2 >= 0; index2 -= 1) {
    const key = text.slice(0, ends[index2]);
    const found = cycles.get(key);
    if (found === void 0) continue;
    const sharing = branches?.get(key);
    return sharing === void 0 ? found : byBuild(sharing, version);
  }
  return null;
}
function javaCycle(matcher, version) {
  const second = version.charCodeAt(2);
  const isOld = version.startsWith("1.") && second >= 53 && second <= 56;
  return isOld ? longest(matcher, version.slice(2)) : null;
}
var MAX_PREFIX_LENGTH = 64;
function prefixedCycle(matcher, version) {
  const digit = firstDigit(version);
  if (digit <= 0) return null;
  const before = version.slice(0, digit);
  const letters = lettersOf(before);
  const isKnown = matcher.prefixes.has(letters) || /[^a-z]v\.?$/i.test(before) && matcher.prefixes.has(letters.slice(0, -1));
  if (!isKnown) return null;
  const rest2 = version.slice(digit);
  return longest(matcher, rest2) ?? (matcher.isJava ? javaCycle(matcher, rest2) : null);
}
function firstDigit(text) {
  const length = Math.min(text.length, MAX_PREFIX_LENGTH);
  for (let at2 = 0; at2 < length; at2 += 1) {
    const code = text.charCodeAt(at2);
    if (code >= 48 && code <= 57) return at2;
  }
  return -1;
}
function lettersOf(text) {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}
function byBuild(branches, version) {
  const build = leadingNumbers(version);
  const [fit, next] = branches.filter(({ latest }) => compareNumbers(latest, build) >= 0);
  if (fit === void 0) return "ambiguous";
  const isTie = next !== void 0 && compareNumbers(next.latest, fit.latest) === 0;
  return isTie ? "ambiguous" : fit.cycle;
}

// src/domain/catalog/known-language-packages.ts
var KNOWN_LANGUAGE_PACKAGES = new Map(
  Object.entries({
    angular: [
      "pkg:npm/%40angular/animations",
      "pkg:npm/%40angular/common",
      "pkg:npm/%40angular/compiler",
      "pkg:npm/%40angular/forms",
      "pkg:npm/%40angular/platform-browser",
      "pkg:npm/%40angular/router"
    ],
    "ansible-core": ["pkg:pypi/ansible-core", "pkg:pypi/ansible-base"],
    "apache-activemq": [
      "pkg:maven/org.apache.activemq/activemq-client",
      "pkg:maven/org.apache.activemq/activemq-all"
    ],
    "apache-camel": ["pkg:maven/org.apache.camel/camel-core"],
    "apache-cassandra": ["pkg:maven/org.apache.cassandra/cassandra-all"],
    "apache-flink": ["pkg:maven/org.apache.flink/flink-core"],
    "apache-hadoop": ["pkg:maven/org.apache.hadoop/hadoop-common"],
    "apache-kafka": [
      "pkg:maven/org.apache.kafka/kafka-clients",
      "pkg:maven/org.apache.kafka/kafka_2.12",
      "pkg:maven/org.apache.kafka/kafka_2.13",
      "pkg:maven/org.apache.kafka/kafka-streams",
      "pkg:maven/org.apache.kafka/kafka_2.11"
    ],
    "apache-lucene": ["pkg:maven/org.apache.lucene/lucene-core"],
    "apache-maven": ["pkg:maven/org.apache.maven/maven-core"],
    "apache-spark": [
      "pkg:maven/org.apache.spark/spark-core_2.12",
      "pkg:maven/org.apache.spark/spark-core_2.13",
      "pkg:pypi/pyspark"
    ],
    "apache-struts": ["pkg:maven/org.apache.struts/struts-core"],
    beats: ["pkg:golang/github.com/elastic/beats"],
    bootstrap: ["pkg:maven/org.webjars/bootstrap"],
    cakephp: ["pkg:composer/cakephp/cakephp"],
    containerd: ["pkg:golang/github.com/containerd/containerd/v2"],
    "craft-cms": ["pkg:composer/craftcms/cms"],
    "dbt-core": ["pkg:pypi/dbt-core"],
    "docker-engine": ["pkg:golang/github.com/docker/docker", "pkg:golang/github.com/moby/moby"],
    dotnet: [
      "pkg:nuget/Microsoft.AspNetCore.App.Runtime.linux-x64",
      "pkg:nuget/Microsoft.AspNetCore.App.Runtime.linux-arm64",
      "pkg:nuget/Microsoft.AspNetCore.App.Runtime.linux-musl-x64",
      "pkg:nuget/Microsoft.AspNetCore.App.Runtime.win-x64",
      "pkg:nuget/Microsoft.AspNetCore.App.Runtime.linux-musl-arm64"
    ],
    dropwizard: ["pkg:maven/io.dropwizard/dropwizard-core"],
    drupal: ["pkg:composer/drupal/core-recommended", "pkg:composer/drupal/drupal"],
    "eclipse-jetty": [
      "pkg:maven/org.eclipse.jetty/jetty-http",
      "pkg:maven/org.eclipse.jetty/jetty-io",
      "pkg:maven/org.eclipse.jetty/jetty-util"
    ],
    electron: ["pkg:npm/electron"],
    etcd: [
      "pkg:golang/go.etcd.io/etcd/server/v3",
      "pkg:golang/go.etcd.io/etcd",
      "pkg:golang/go.etcd.io/etcd/v3",
      "pkg:golang/go.etcd.io/etcd/api/v3",
      "pkg:golang/go.etcd.io/etcd/client/v3",
      "pkg:golang/go.etcd.io/etcd/client/pkg/v3"
    ],
    go: ["pkg:golang/stdlib", "pkg:golang/std"],
    istio: ["pkg:golang/istio.io/istio"],
    jenkins: [
      "pkg:maven/org.jenkins-ci.main/jenkins-core",
      "pkg:maven/org.jenkins-ci.main/jenkins-war"
    ],
    keycloak: [
      "pkg:maven/org.keycloak/keycloak-services",
      "pkg:maven/org.keycloak/keycloak-server-spi"
    ],
    knative: ["pkg:golang/knative.dev/serving"],
    kotlin: [
      "pkg:maven/org.jetbrains.kotlin/kotlin-stdlib",
      "pkg:maven/org.jetbrains.kotlin/kotlin-reflect",
      "pkg:maven/org.jetbrains.kotlin/kotlin-stdlib-jdk7",
      "pkg:maven/org.jetbrains.kotlin/kotlin-stdlib-jdk8",
      "pkg:maven/org.jetbrains.kotlin/kotlin-stdlib-common"
    ],
    kubernetes: ["pkg:golang/k8s.io/kubernetes"],
    liquibase: ["pkg:maven/org.liquibase/liquibase-core"],
    log4j: [
      "pkg:maven/org.apache.logging.log4j/log4j-api",
      "pkg:maven/org.apache.logging.log4j/log4j-slf4j-impl",
      "pkg:maven/org.apache.logging.log4j/log4j-web"
    ],
    magento: ["pkg:composer/magento/product-community-edition"],
    neo4j: ["pkg:maven/org.neo4j/neo4j"],
    nodejs: ["pkg:npm/node"],
    opensearch: ["pkg:maven/org.opensearch/opensearch"],
    plone: ["pkg:pypi/plone"],
    podman: ["pkg:golang/github.com/containers/podman"],
    rails: [
      "pkg:gem/railties",
      "pkg:gem/activerecord",
      "pkg:gem/actionpack",
      "pkg:gem/actionview",
      "pkg:gem/activemodel",
      "pkg:gem/activesupport",
      "pkg:gem/activejob",
      "pkg:gem/actionmailer",
      "pkg:gem/actioncable",
      "pkg:gem/activestorage"
    ],
    react: ["pkg:npm/react-dom"],
    salt: ["pkg:pypi/salt"],
    scala: [
      "pkg:maven/org.scala-lang/scala-library",
      "pkg:maven/org.scala-lang/scala-compiler",
      "pkg:maven/org.scala-lang/scala-reflect",
      "pkg:maven/org.scala-lang/scala3-library_3",
      "pkg:maven/org.scala-lang/scala3-compiler_3"
    ],
    solr: ["pkg:maven/org.apache.solr/solr-core"],
    "spring-boot": [
      "pkg:maven/org.springframework.boot/spring-boot-actuator",
      "pkg:maven/org.springframework.boot/spring-boot-starter-json",
      "pkg:maven/org.springframework.boot/spring-boot-starter-parent",
      "pkg:maven/org.springframework.boot/spring-boot-loader"
    ],
    "spring-framework": [
      "pkg:maven/org.springframework/spring-context-support",
      "pkg:maven/org.springframework/spring-jcl",
      "pkg:maven/org.springframework/spring-test",
      "pkg:maven/org.springframework/spring-webflux",
      "pkg:maven/org.springframework/spring-aspects"
    ],
    "spring-security": ["pkg:maven/org.springframework.security/spring-security-crypto"],
    strapi: ["pkg:npm/strapi"],
    symfony: [
      "pkg:composer/symfony/symfony",
      "pkg:composer/symfony/framework-bundle",
      "pkg:composer/symfony/http-kernel",
      "pkg:composer/symfony/http-foundation",
      "pkg:composer/symfony/console"
    ],
    thumbor: ["pkg:pypi/thumbor"],
    tomcat: [
      "pkg:maven/org.apache.tomcat.embed/tomcat-embed-core",
      "pkg:maven/org.apache.tomcat/tomcat-catalina",
      "pkg:maven/org.apache.tomcat.embed/tomcat-embed-el",
      "pkg:maven/org.apache.tomcat.embed/tomcat-embed-websocket",
      "pkg:maven/org.apache.tomcat/tomcat-coyote"
    ],
    traefik: [
      "pkg:golang/github.com/traefik/traefik/v3",
      "pkg:golang/github.com/traefik/traefik/v2"
    ],
    twig: ["pkg:composer/twig/twig"],
    typo3: ["pkg:composer/typo3/cms-core"]
  })
);

// src/domain/catalog/known-names.ts
var KNOWN_NAMES = new Map(
  Object.entries({
    "amazon-linux": ["amzn", "Amazon Linux AMI"],
    angularjs: ["cpe:2.3:a:angularjs:angular"],
    "ansible-core": ["ansible-base"],
    "apache-activemq": ["activemq-classic"],
    "apache-http-server": ["apache2", "apache httpd"],
    "apache-struts": ["struts2"],
    "bellsoft-liberica": ["liberica-jdk"],
    bootstrap: ["cpe:2.3:a:getbootstrap:bootstrap"],
    centos: ["centos-linux", "CentOS Linux"],
    clickhouse: ["cpe:2.3:a:clickhouse:clickhouse", "clickhouse-server"],
    debian: ["debian-linux", "Debian GNU/Linux"],
    "docker-engine": [
      "cpe:2.3:a:docker:docker",
      "cpe:2.3:a:mobyproject:moby",
      "docker",
      "docker ce",
      "dockerd"
    ],
    dotnet: [
      "cpe:2.3:a:microsoft:.net_core",
      "cpe:2.3:a:microsoft:asp.net_core",
      ".net",
      ".net core",
      "asp.net core"
    ],
    dotnetfx: ["cpe:2.3:a:microsoft:.net_framework", ".net framework", "dotnet-framework"],
    "eclipse-temurin": ["adoptium"],
    erlang: ["otp"],
    etcd: ["cpe:2.3:a:etcd:etcd", "cpe:2.3:a:redhat:etcd"],
    express: ["cpe:2.3:a:expressjs:express", "expressjs", "express.js"],
    gitlab: ["gitlab-ce", "gitlab-ee"],
    "hibernate-orm": ["hibernate-core"],
    "ibm-semeru-runtime": ["cpe:2.3:a:ibm:semeru_runtime", "semeru-runtime"],
    keycloak: ["cpe:2.3:a:keycloak:keycloak"],
    kotlin: ["cpe:2.3:a:jetbrains:kotlin"],
    kubernetes: ["kubelet"],
    laravel: ["cpe:2.3:a:laravel:framework", "laravel-framework"],
    log4j: ["log4j2"],
    "microsoft-build-of-openjdk": ["cpe:2.3:a:microsoft:openjdk", "microsoft-openjdk"],
    mongodb: ["mongod"],
    msexchange: ["exchange server"],
    mssqlserver: ["sql server", "microsoft sql"],
    mysql: [
      "cpe:2.3:a:oracle:mysql_server",
      "cpe:2.3:a:mysql:mysql",
      "cpe:2.3:a:sun:mysql",
      "mysql-community-server"
    ],
    nextjs: ["cpe:2.3:a:vercel:next.js"],
    nexus: ["cpe:2.3:a:sonatype:nexus", "nexus3"],
    nginx: [
      "cpe:2.3:a:nginx:nginx",
      "cpe:2.3:a:igor_sysoev:nginx",
      "cpe:2.3:a:f5:nginx_open_source"
    ],
    nodejs: ["cpe:2.3:a:nodejs:nodejs", "cpe:2.3:a:joyent:node.js"],
    nuxt: ["cpe:2.3:a:nuxt:nuxt", "nuxtjs", "nuxt.js"],
    "oracle-jdk": ["oracle-jre"],
    "oracle-linux": ["ol", "Oracle Linux Server"],
    photon: ["photon-os", "VMware Photon OS"],
    php: ["cpe:2.3:a:php_group:php"],
    python: ["cpe:2.3:a:python_software_foundation:python", "cpython"],
    rabbitmq: ["cpe:2.3:a:broadcom:rabbitmq_server"],
    react: ["reactjs", "react.js"],
    "redhat-build-of-openjdk": ["cpe:2.3:a:redhat:openjdk"],
    redis: ["cpe:2.3:a:redislabs:redis", "cpe:2.3:a:pivotal_software:redis", "redis server"],
    rhel: ["Red Hat Enterprise Linux Server"],
    ruby: ["cruby"],
    rust: ["rustc"],
    sles: ["cpe:2.3:o:suse:linux_enterprise_server", "cpe:/o:suse:linux_enterprise_server"],
    "spring-boot": ["cpe:2.3:a:vmware:spring_boot", "cpe:2.3:a:pivotal_software:spring_boot"],
    "spring-framework": [
      "cpe:2.3:a:vmware:spring_framework",
      "cpe:2.3:a:pivotal_software:spring_framework",
      "cpe:2.3:a:springsource:spring_framework"
    ],
    "spring-security": [
      "cpe:2.3:a:vmware:spring_security",
      "cpe:2.3:a:pivotal_software:spring_security"
    ],
    symfony: ["cpe:2.3:a:symfony:symfony"],
    twig: ["cpe:2.3:a:symfony:twig"],
    "vinyl-cache": ["varnish-cache"],
    vue: ["cpe:2.3:a:vuejs:vue"],
    "windows-server": ["cpe:2.3:o:microsoft:windows_server"]
  })
);

// src/domain/catalog/known-programs.ts
var KNOWN_PROGRAMS = new Map(
  Object.entries({
    "amazon-corretto": ["pkg:generic/amazon/corretto"],
    ansible: ["pkg:github/ansible-community/ansible-build-data"],
    "ansible-core": ["pkg:github/ansible/ansible"],
    "apache-activemq": ["pkg:docker/apache/activemq-classic", "pkg:github/apache/activemq"],
    "apache-airflow": ["pkg:github/apache/airflow"],
    "apache-http-server": ["pkg:generic/httpd", "pkg:deb/debian/apache2", "pkg:apk/alpine/apache2"],
    "apache-kafka": ["pkg:docker/apache/kafka"],
    "apache-struts": ["pkg:github/apache/struts"],
    "apache-subversion": ["pkg:deb/debian/subversion"],
    "azul-zulu": [
      "pkg:docker/azul/zulu-openjdk",
      "pkg:docker/azul/zulu-openjdk-alpine",
      "pkg:docker/azul/zulu-openjdk-debian",
      "pkg:generic/azul/zulu"
    ],
    boundary: ["pkg:github/hashicorp/boundary"],
    "cert-manager": ["pkg:github/cert-manager/cert-manager"],
    clickhouse: ["pkg:docker/clickhouse/clickhouse-server"],
    cockroachdb: ["pkg:github/cockroachdb/cockroach"],
    consul: ["pkg:docker/hashicorp/consul"],
    containerd: ["pkg:github/containerd/containerd"],
    django: ["pkg:deb/debian/python-django"],
    "docker-engine": ["pkg:github/moby/moby", "pkg:deb/debian/docker.io", "pkg:generic/dockerd"],
    dotnet: ["pkg:github/dotnet/runtime"],
    "eclipse-jetty": ["pkg:github/jetty/jetty.project"],
    "eclipse-temurin": ["pkg:generic/eclipse/temurin"],
    elasticsearch: ["pkg:docker/elastic/elasticsearch"],
    electron: ["pkg:github/electron/electron"],
    elixir: ["pkg:github/elixir-lang/elixir"],
    envoy: ["pkg:generic/envoy"],
    erlang: ["pkg:github/erlang/otp"],
    etcd: ["pkg:generic/etcd"],
    flux: ["pkg:github/fluxcd/flux2"],
    forgejo: ["pkg:github/forgejo/forgejo"],
    gitlab: ["pkg:docker/gitlab/gitlab-ce", "pkg:docker/gitlab/gitlab-ee"],
    go: [
      "pkg:github/golang/go",
      "pkg:deb/debian/golang",
      "pkg:apk/alpine/go",
      "pkg:generic/golang"
    ],
    "graalvm-ce": ["pkg:generic/oracle/graalvm"],
    gradle: ["pkg:github/gradle/gradle"],
    grafana: [
      "pkg:docker/grafana/grafana",
      "pkg:docker/grafana/grafana-oss",
      "pkg:docker/grafana/grafana-enterprise"
    ],
    haproxy: ["pkg:github/haproxy/haproxy"],
    "hashicorp-packer": ["pkg:github/hashicorp/packer"],
    "hashicorp-vault": [
      "pkg:github/hashicorp/vault",
      "pkg:generic/vault",
      "pkg:docker/hashicorp/vault"
    ],
    influxdb: ["pkg:github/influxdata/influxdb"],
    jaeger: ["pkg:github/jaegertracing/jaeger"],
    jenkins: ["pkg:github/jenkinsci/jenkins", "pkg:docker/jenkins/jenkins"],
    kotlin: ["pkg:github/jetbrains/kotlin"],
    kubernetes: [
      "pkg:generic/kubernetes",
      "pkg:generic/kubelet",
      "pkg:generic/kubectl",
      "pkg:generic/kubeadm",
      "pkg:generic/kube-apiserver",
      "pkg:generic/kube-proxy"
    ],
    kuma: ["pkg:github/kumahq/kuma"],
    linux: ["pkg:generic/linux-kernel", "pkg:deb/debian/linux", "pkg:rpm/redhat/kernel"],
    lua: ["pkg:generic/lua", "pkg:github/lua/lua"],
    mariadb: ["pkg:github/mariadb/server", "pkg:generic/mariadb"],
    mattermost: ["pkg:github/mattermost/mattermost"],
    meilisearch: ["pkg:github/meilisearch/meilisearch"],
    memcached: ["pkg:github/memcached/memcached"],
    mongodb: ["pkg:github/mongodb/mongo", "pkg:generic/mongodb"],
    mysql: ["pkg:github/mysql/mysql-server"],
    nexus: ["pkg:docker/sonatype/nexus3"],
    nginx: ["pkg:docker/nginxinc/nginx-unprivileged"],
    nodejs: [
      "pkg:github/nodejs/node",
      "pkg:deb/debian/nodejs",
      "pkg:apk/alpine/nodejs",
      "pkg:generic/nodejs"
    ],
    nomad: ["pkg:github/hashicorp/nomad"],
    "openjdk-builds-from-oracle": ["pkg:generic/oracle/openjdk"],
    opensearch: ["pkg:github/opensearch-project/OpenSearch"],
    openssl: ["pkg:generic/openssl", "pkg:github/openssl/openssl"],
    opensuse: ["pkg:docker/opensuse/leap"],
    "oracle-jdk": ["pkg:generic/oracle/jre", "pkg:generic/oracle/jdk"],
    perl: ["pkg:github/Perl/perl5"],
    php: ["pkg:github/php/php-src"],
    podman: ["pkg:github/containers/podman"],
    postgresql: [
      "pkg:deb/debian/postgresql",
      "pkg:rpm/redhat/postgresql-server",
      "pkg:github/postgres/postgres"
    ],
    python: ["pkg:generic/cpython"],
    rabbitmq: ["pkg:github/rabbitmq/rabbitmq-server"],
    rancher: ["pkg:github/rancher/rancher"],
    redis: ["pkg:github/redis/redis"],
    "rocky-linux": ["pkg:docker/rockylinux/rockylinux"],
    ruby: ["pkg:github/ruby/ruby", "pkg:deb/debian/ruby"],
    rust: ["pkg:github/rust-lang/rust", "pkg:generic/rust"],
    scala: ["pkg:github/scala/scala"],
    solr: ["pkg:github/apache/solr"],
    symfony: ["pkg:github/symfony/symfony"],
    telegraf: ["pkg:github/influxdata/telegraf"],
    terraform: ["pkg:docker/hashicorp/terraform"],
    tomcat: ["pkg:generic/tomcat"],
    valkey: ["pkg:generic/valkey"],
    wordpress: ["pkg:github/WordPress/WordPress"]
  })
);

// src/domain/catalog/known-identifiers.ts
var KNOWN = [KNOWN_LANGUAGE_PACKAGES, KNOWN_PROGRAMS, KNOWN_NAMES];
function knownIdentifiers(slug) {
  return KNOWN.flatMap((names) => names.get(slug) ?? []).map((value) => ({
    kind: kindOf(value),
    value
  }));
}
function kindOf(value) {
  if (value.startsWith("pkg:")) return "purl";
  return value.startsWith("cpe:") ? "cpe" : "alias";
}
var TOO_BROAD = /* @__PURE__ */ new Set([
  // A library of the Maven project, with versions of its own.
  "apache-maven cpe:a:apache:maven_shared_utils",
  "apache-maven maven-shared-utils",
  // Cloudera's distribution counts its own versions.
  "apache-hadoop cpe:a:cloudera:hadoop",
  // Since 2.10 this repository is ansible-core, and the package that people install is made elsewhere.
  "ansible pkg:github/ansible/ansible",
  // A container runtime's packaging, not Docker's own.
  "docker-engine docker-containers",
  // The same repology project holds several vendors' builds.
  "oracle-graalvm graalvm"
]);
function isTooBroad(slug, { value }) {
  const bare = value.replace(/^cpe:(?:2\.3:|\/)/, "cpe:");
  return TOO_BROAD.has(`${slug} ${bare}`);
}
var OLD_GRAALVM = (version) => {
  const [major = 0, minor = 0] = leadingNumbers(version);
  return major < 20 || major > 22 || minor === 0 && !/^\d+\.0\.0(?:\.|$)/.test(version);
};
var LIMITS = /* @__PURE__ */ new Map([
  // Font Awesome 5 came as 1.x of this package.
  [
    "font-awesome pkg:npm/%40fortawesome/fontawesome-svg-core",
    (version) => (leadingNumbers(version)[0] ?? 0) >= 6
  ]
]);
function acceptsVersion(slug, identifier, cycles) {
  if (slug === "graalvm-ce" || slug === "oracle-graalvm") return OLD_GRAALVM;
  if (slug === "openjdk-builds-from-oracle") return notBeyondLatest(cycles);
  return LIMITS.get(`${slug} ${identifier}`) ?? null;
}
function notBeyondLatest(cycles) {
  const latest = new Map(
    cycles.map((cycle) => [cycle.name, leadingNumbers(cycle.latestRelease ?? cycle.name)])
  );
  return (version) => {
    const numbers = leadingNumbers(version);
    const last = latest.get(String(numbers[0]));
    return last !== void 0 && compareNumbers(numbers.slice(0, 3), last) <= 0;
  };
}

// src/domain/catalog/name-key.ts
var PLAIN = /^[a-z0-9]*$/;
function nameKey(name2) {
  if (PLAIN.test(name2)) return name2;
  return name2.toLowerCase().replace(/[^\p{L}\p{N}+#]+/gu, "");
}

// src/domain/catalog/purl-key.ts
function purlKey(type, namespace, name2) {
  const key = namespace === null ? `${type}/${name2}` : `${type}/${namespace}/${name2}`;
  return key.toLowerCase();
}
var DISTRIBUTION_TYPES = /* @__PURE__ */ new Set(["deb", "rpm", "apk", "alpm"]);
function isDistributionType(type) {
  return DISTRIBUTION_TYPES.has(type);
}
function unversionedGoPath(path) {
  const slash = path.lastIndexOf("/");
  return slash > 0 && /^v\d{1,4}$/.test(path.slice(slash + 1)) ? path.slice(0, slash) : path;
}

// src/domain/catalog/catalog-layer.ts
function buildLayer(products) {
  const tables = {
    purls: /* @__PURE__ */ new Map(),
    cpes: /* @__PURE__ */ new Map(),
    names: /* @__PURE__ */ new Map(),
    packages: /* @__PURE__ */ new Map(),
    artifacts: /* @__PURE__ */ new Map(),
    slugs: /* @__PURE__ */ new Map()
  };
  for (const product of products) addProduct(tables, product);
  return { ...tables, hasOwnProducts: products.some(({ source }) => source === "organization") };
}
var RANKS = { slug: 0, name: 1, alias: 2, repology: 3 };
function addProduct(tables, product) {
  const known = product.source === "organization" ? [] : knownIdentifiers(product.slug);
  const aliases = known.filter(({ kind }) => kind === "alias").map(({ value }) => value);
  const entry = { product, cycles: compileCycles(product, aliases) };
  if (!tables.slugs.has(product.slug)) tables.slugs.set(product.slug, entry);
  addName(tables, entry, product.slug, RANKS.slug);
  addName(tables, entry, product.name, RANKS.name);
  for (const identifier of [...product.identifiers, ...known]) {
    const isTrusted = product.source === "organization" || !isTooBroad(product.slug, identifier);
    if (isTrusted) addIdentifier(tables, entry, identifier);
  }
}
function addIdentifier(tables, entry, { kind, value }) {
  switch (kind) {
    case "purl":
      addPurl(tables, entry, value);
      return;
    case "cpe":
      addCpe(tables, entry, value);
      return;
    case "alias":
      addName(tables, entry, value, RANKS.alias);
      return;
    case "repology":
      addRepology(tables, entry, value);
      return;
  }
}
function addPurl(tables, entry, value) {
  const reading = parsePurl(value);
  if (!reading.ok) return;
  const { purl: purl2 } = reading;
  const repositoryUrl = purl2.qualifiers.get("repository_url") ?? null;
  const listing = listingOf(entry, value, repositoryUrl);
  const key = purlKey(purl2.type, purl2.namespace, purl2.name);
  push(tables.purls, key, listing);
  if (purl2.type === "golang") push(tables.purls, unversionedGoPath(key), listing);
  if (purl2.type === "maven") push(tables.artifacts, purl2.name.toLowerCase(), listing);
  if (purl2.type === "github") {
    push(tables.purls, `golang/github.com/${purl2.namespace ?? ""}/${purl2.name}`, listing);
  }
  if (isDistributionType(purl2.type)) push(tables.packages, purl2.name.toLowerCase(), listing);
}
function addCpe(tables, entry, value) {
  const reading = parseCpe(value);
  if (!reading.ok) return;
  const { part, vendor, product } = reading.cpe;
  push(
    tables.cpes,
    `${part}:${vendor ?? ""}:${product ?? ""}`,
    listingOf(entry, value.replace(/(?::\*)+$/, ""), null)
  );
}
function addRepology(tables, entry, value) {
  if (value.includes(":")) return;
  const name2 = decodedName(value);
  addName(tables, entry, name2, RANKS.repology);
  push(tables.packages, name2.toLowerCase(), listingOf(entry, value, null));
}
function decodedName(value) {
  return value.replace(/%2B/gi, "+");
}
function addName(tables, entry, name2, rank) {
  const key = nameKey(name2);
  if (key === "") return;
  const known = tables.names.get(key);
  if (known !== void 0 && known.rank < rank) return;
  const listing = listingOf(entry, name2, null);
  const beside = known?.rank === rank ? known.listings : [];
  if (beside.some((other) => other.entry === entry)) return;
  tables.names.set(key, { rank, listings: [...beside, listing] });
}
function listingOf(entry, identifier, repositoryUrl) {
  const accepts = entry.product.source === "organization" ? null : acceptsVersion(entry.product.slug, identifier, entry.product.cycles);
  return { entry, identifier, repositoryUrl, accepts };
}
function push(map, key, listing) {
  const listings = map.get(key);
  if (listings === void 0) map.set(key, [listing]);
  else if (!listings.some((other) => sameTarget(other, listing))) listings.push(listing);
}
function sameTarget(one, other) {
  return one.entry === other.entry && one.repositoryUrl === other.repositoryUrl;
}

// src/domain/catalog/match-result.ts
function noMatch(reason, message, product = null) {
  return { found: false, reason, message, product };
}
function noVersion(name2) {
  return noMatch("no_version", `${shown(name2)}: the component names no version`);
}
function unknownProduct(name2) {
  return noMatch("unknown_product", `The catalogue has no product for ${shown(name2)}`);
}
var MAX_SHOWN_LENGTH = 120;
function shown(text) {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}\u2026`;
}
var NO_VERSIONS = /* @__PURE__ */ new Set(["", "*", "-", "latest", "unknown", "(devel)", "devel", "n/a", "none"]);
var LONGEST_NO_VERSION = 16;
function isVersion(text) {
  const first = text.charCodeAt(0);
  const isDigit2 = first >= 48 && first <= 57;
  if (isDigit2 || text.length > LONGEST_NO_VERSION) return true;
  return !NO_VERSIONS.has(text.trim().toLowerCase());
}
function vendorMatch(listings, component) {
  const [only, ...others] = listings;
  if (only === void 0) return unknownProduct(component.name);
  const version = packagedVersion(component.version.trim(), component.scheme);
  if (others.length === 0) return inProduct(only, component, version);
  return inOneOf(listings, component, version);
}
function inProduct(listing, component, version) {
  const { product } = listing.entry;
  const cycle = cycleIn(listing, version);
  if (cycle === null || cycle === "ambiguous") {
    return cycle === null ? unknownCycle(product, component.version) : noMatch(
      "ambiguous",
      `${product.name} has several release cycles that ${shown(component.version)} may belong to`,
      product
    );
  }
  return {
    found: true,
    name: component.name,
    version,
    product,
    cycle,
    maintainer: "vendor",
    upstream: null,
    by: listing.identifier
  };
}
function inOneOf(listings, component, version) {
  const fitting = listings.filter((listing) => cycleIn(listing, version) !== null);
  const [only, ...others] = fitting;
  if (only !== void 0 && others.every(({ entry }) => entry === only.entry)) {
    return inProduct(only, component, version);
  }
  const names = listings.map(({ entry }) => entry.product.name).join(", ");
  return noMatch("ambiguous", `${shown(component.name)} may be any of these: ${names}`);
}
function unknownCycle(product, version) {
  return noMatch(
    "unknown_cycle",
    `The catalogue has no release cycle of ${product.name} for version ${shown(version)}`,
    product
  );
}
function cycleIn({ entry, accepts }, version) {
  if (version === "" || accepts !== null && !accepts(version)) return null;
  return matchCycle(entry.cycles, version);
}
function directListing(entry, by) {
  return { entry, identifier: by, repositoryUrl: null, accepts: null };
}

// src/domain/catalog/match-cpe.ts
function matchCpeText(layer, text) {
  const reading = parseCpe(text);
  if (!reading.ok) return noMatch("unreadable", `The CPE name cannot be read: ${reading.fault}`);
  return matchCpe(layer, reading.cpe);
}
function matchCpe(layer, cpe) {
  const name2 = `${cpe.vendor ?? "*"}:${cpe.product ?? "*"}`;
  const windows = windowsServer(cpe);
  const listings = layer.cpes.get(`${cpe.part}:${windows?.key ?? name2}`) ?? [];
  const version = windows?.version ?? versionOf(cpe);
  if (!isVersion(version)) return noVersion(name2);
  const fitting = listings.filter((listing) => isForTarget(listing, cpe.targetSoftware));
  return vendorMatch(fitting, { name: cpe.product ?? name2, version, scheme: "plain" });
}
function versionOf({ version, update }) {
  if (version === null || version === "-") return "";
  return update === null || update === "-" ? version : `${version}-${update}`;
}
function windowsServer(cpe) {
  const start = "windows_server_";
  if (cpe.part !== "o" || cpe.vendor !== "microsoft" || !cpe.product?.startsWith(start))
    return null;
  const release = cpe.product.slice(start.length);
  const isMore = cpe.version !== null && /^(?:r2|sp\d)$/.test(cpe.version);
  const parts = [release, isMore ? cpe.version : null, updateOf(cpe)];
  return { key: "microsoft:windows_server", version: parts.filter(Boolean).join("-") };
}
function updateOf({ update }) {
  return update !== null && /^sp\d$/.test(update) ? update : null;
}
var LANGUAGES = /* @__PURE__ */ new Map([
  ["node.js", "npm"],
  ["nodejs", "npm"],
  ["python", "pypi"],
  ["pypi", "pypi"],
  ["ruby", "gem"],
  ["rails", "gem"],
  ["go", "golang"],
  ["golang", "golang"],
  ["rust", "cargo"],
  ["perl", "cpan"],
  [".net", "nuget"],
  ["maven", "maven"]
]);
var HOSTS = /* @__PURE__ */ new Set([
  "wordpress",
  "jenkins",
  "drupal",
  "joomla",
  "joomla\\!",
  "joomla!",
  "moodle",
  "typo3",
  "jira",
  "confluence",
  "bamboo",
  "kodi",
  "chrome",
  "firefox",
  "grafana",
  "shopware",
  "magento",
  "prestashop",
  "visual_studio_code"
]);
function isForTarget({ entry }, target) {
  if (target === null) return true;
  if (HOSTS.has(target)) return false;
  const type = LANGUAGES.get(target);
  if (type === void 0) return true;
  return entry.product.identifiers.some(({ value }) => value.startsWith(`pkg:${type}/`));
}

// src/domain/catalog/distribution-names.ts
var SLUG_BY_NAME = new Map(
  Object.entries({
    debian: "debian",
    debiangnulinux: "debian",
    ubuntu: "ubuntu",
    alpine: "alpine-linux",
    alpinelinux: "alpine-linux",
    amzn: "amazon-linux",
    amazon: "amazon-linux",
    amazonlinux: "amazon-linux",
    amazonlinuxami: "amazon-linux",
    rhel: "rhel",
    redhat: "rhel",
    redhatenterpriselinux: "rhel",
    redhatenterpriselinuxserver: "rhel",
    centos: "centos",
    centoslinux: "centos",
    centosstream: "centos-stream",
    fedora: "fedora",
    fedoralinux: "fedora",
    rocky: "rocky-linux",
    rockylinux: "rocky-linux",
    almalinux: "almalinux",
    alma: "almalinux",
    ol: "oracle-linux",
    oracle: "oracle-linux",
    oraclelinux: "oracle-linux",
    oraclelinuxserver: "oracle-linux",
    sles: "sles",
    slessap: "sles",
    suselinuxenterpriseserver: "sles",
    slmicro: "suse-linux-micro",
    slemicro: "suse-linux-micro",
    opensuse: "opensuse",
    leap: "opensuse",
    opensuseleap: "opensuse",
    photon: "photon",
    vmwarephotonos: "photon",
    vmwarephotonlinux: "photon",
    pop: "pop-os",
    popos: "pop-os",
    linuxmint: "linuxmint",
    devuan: "devuan",
    mageia: "mageia",
    nixos: "nixos",
    slackware: "slackware",
    eurolinux: "eurolinux",
    openwrt: "openwrt",
    cos: "cos"
  })
);
function distributionSlug(key) {
  return SLUG_BY_NAME.get(key);
}
var OTHERS = /* @__PURE__ */ new Set([
  "arch",
  "archarm",
  "manjaro",
  "gentoo",
  "void",
  "wolfi",
  "chainguard",
  "opensusetumbleweed",
  "tumbleweed",
  "kali",
  "raspbian",
  "mariner",
  "cblmariner",
  "azurelinux",
  "azurelinux",
  "msys2",
  "openeuler",
  "anolis",
  "alinux",
  "tencentos",
  "virtuozzo",
  "scientific",
  "minimos",
  "bottlerocket",
  "clearlinuxos",
  "suse",
  "elementary",
  "neon",
  "zorin",
  "deepin",
  "parrot",
  "endeavouros",
  "postmarketos"
]);
function isDistributionName(key) {
  return SLUG_BY_NAME.has(key) || OTHERS.has(key);
}

// src/domain/catalog/match-name.ts
var NONE = [];
function matchName(layer, name2, version, ecosystem) {
  if (!isVersion(version)) return noVersion(name2);
  if (ecosystem === "generic") {
    return vendorMatch(listingsByName(layer, name2, version), { name: name2, version, scheme: "plain" });
  }
  const scheme = schemeOf(ecosystem);
  return vendorMatch(listingsInEcosystem(layer, name2, ecosystem), { name: name2, version, scheme });
}
function schemeOf(ecosystem) {
  return ecosystem === "golang" || ecosystem === "pypi" ? ecosystem : "plain";
}
function listingsByName(layer, name2, version) {
  const key = nameKey(name2);
  const named2 = layer.names.get(key);
  if (named2 !== void 0) return named2.listings;
  const distribution = layer.slugs.get(distributionSlug(key) ?? "");
  if (distribution !== void 0) return [directListing(distribution, name2)];
  const bare = withoutVersion(name2, version);
  return bare === null ? NONE : layer.names.get(nameKey(bare))?.listings ?? NONE;
}
function withoutVersion(name2, version) {
  let start = name2.length;
  while (start > 0 && isVersionCharacter(name2.charCodeAt(start - 1))) start -= 1;
  const suffix = name2.slice(start);
  if (suffix === "" || start === 0 || !version.startsWith(suffix)) return null;
  const next = version.charCodeAt(suffix.length);
  const isCut = !(next >= 48 && next <= 57) || suffix.includes(".");
  if (!isCut) return null;
  return name2.slice(0, start).replace(/[-_ ]$/, "");
}
function isVersionCharacter(code) {
  return code >= 48 && code <= 57 || code === 46;
}
var RUNTIMES = /* @__PURE__ */ new Map([
  ["npm", "nodejs"],
  ["pypi", "python"],
  ["golang", "go"],
  ["nuget", "dotnet"]
]);
function listingsInEcosystem(layer, name2, ecosystem) {
  const byPurl = layer.purls.get(packageKey(ecosystem, name2));
  if (byPurl !== void 0) return byPurl;
  if (ecosystem === "golang") {
    const unversioned = layer.purls.get(unversionedGoPath(`golang/${name2.toLowerCase()}`));
    if (unversioned !== void 0) return unversioned;
  }
  if (ecosystem === "maven" && !/[:/]/.test(name2)) {
    const byArtifact = layer.artifacts.get(name2.toLowerCase());
    if (byArtifact !== void 0) return byArtifact;
  }
  const named2 = layer.names.get(nameKey(name2))?.listings ?? NONE;
  return named2.filter(({ entry: { product } }) => {
    const start = `pkg:${ecosystem}/`;
    const isPublished = product.identifiers.some(({ value }) => value.startsWith(start));
    return isPublished || product.slug === RUNTIMES.get(ecosystem) || product.source === "organization";
  });
}
function packageKey(ecosystem, name2) {
  const trimmed = name2.trim();
  if (ecosystem === "pypi") return purlKey("pypi", null, pypiName(trimmed));
  if (ecosystem === "maven") return purlKey("maven", null, trimmed.replace(":", "/"));
  return purlKey(ecosystem, null, trimmed);
}

// src/domain/catalog/match-custom.ts
function matchCustom(layer, name2, vendor, version) {
  if (!isVersion(version)) return noVersion(name2);
  const component = { name: name2, version, scheme: "plain" };
  if (vendor === null || nameKey(vendor) === "") {
    return vendorMatch(listingsByName(layer, name2, version), component);
  }
  const together = layer.names.get(nameKey(`${vendor} ${name2}`));
  if (together !== void 0) return vendorMatch(together.listings, component);
  const listings = listingsByName(layer, name2, version).filter(
    (listing) => isOfVendor(listing, nameKey(vendor))
  );
  return vendorMatch(listings, component);
}
function isOfVendor({ entry: { product } }, vendor) {
  const vendors = vendorsOf(product);
  return vendors.length === 0 || nameKey(product.name).startsWith(vendor) || vendors.some((known) => known.startsWith(vendor) || vendor.startsWith(known));
}
function vendorsOf({ vendor, identifiers }) {
  const ofCpes = identifiers.flatMap(({ kind, value }) => {
    const reading = kind === "cpe" ? parseCpe(value) : null;
    return reading?.ok ? [reading.cpe.vendor ?? ""] : [];
  });
  return [vendor ?? "", ...ofCpes].map(nameKey).filter((known) => known !== "");
}

// src/domain/catalog/distribution-hints.ts
function qualifierHint(qualifier, namespace) {
  const text = qualifier.trim().toLowerCase();
  const hint = { prettyName: "", by: `distro=${qualifier}` };
  const digit = firstDigitAfterDash(text);
  if (digit > 0) return { ...hint, id: text.slice(0, digit - 1), versionId: text.slice(digit) };
  const dash = text.indexOf("-");
  if (dash > 0 && isDistributionName(nameKey(text.slice(0, dash)))) {
    return { ...hint, id: text.slice(0, dash), versionId: text.slice(dash + 1) };
  }
  return tagHint(text, namespace) ?? { ...hint, id: namespace ?? "", versionId: text };
}
function firstDigitAfterDash(text) {
  for (let at2 = 1; at2 < text.length; at2 += 1) {
    const code = text.charCodeAt(at2);
    if (code >= 48 && code <= 57 && text.charCodeAt(at2 - 1) === 45) return at2;
  }
  return -1;
}
var TAGGED = /* @__PURE__ */ new Map([
  ["fc", "fedora"],
  ["amzn", "amzn"],
  ["ph", "photon"],
  ["mga", "mageia"],
  ["lp", "opensuse-leap"]
]);
var EL_CLONES = /* @__PURE__ */ new Set([
  "rhel",
  "redhat",
  "centos",
  "rocky",
  "rockylinux",
  "almalinux",
  "alma",
  "ol",
  "oracle",
  "oraclelinux"
]);
var TAG = /(?:^|[._])(el|fc|amzn|ph|mga|lp)(\d{1,4})(_\d+)?/;
function tagHint(text, namespace) {
  const match = TAG.exec(text);
  if (match === null) return null;
  const [, tag = "", digits = "", minor] = match;
  const clone = namespace !== null && EL_CLONES.has(namespace) ? namespace : null;
  const id = TAGGED.get(tag) ?? clone;
  if (id === null || tag === "amzn" && digits === "1") return null;
  return {
    id,
    versionId: releaseOfTag(tag, digits),
    prettyName: id === "centos" && minor !== void 0 ? CENTOS_LINUX : "",
    by: `.${tag}${digits}`
  };
}
var CENTOS_LINUX = "CentOS Linux";
function releaseOfTag(tag, digits) {
  if (tag === "ph") return `${digits}.0`;
  return tag === "lp" ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits;
}
function versionHint(type, namespace, version) {
  if (type === "rpm") return tagHint(version.slice(version.indexOf("-") + 1), namespace);
  if (type !== "deb") return null;
  return namespace === "ubuntu" ? ubuntuHint(version) : debianHint(namespace, version);
}
function debianHint(namespace, version) {
  if (namespace !== null && namespace !== "debian") return null;
  const match = /[+~.](?:deb|bpo)(\d{1,2})(?=[u+]|$)/.exec(version);
  if (match === null) return null;
  return { id: "debian", versionId: match[1] ?? "", prettyName: "", by: match[0] };
}
function ubuntuHint(version) {
  const match = /(?:ubuntu(?:0\.)?|[~+])((?:1[2-9]|[2-9]\d)\.(?:04|10))(?=[.~+]|$)/.exec(version);
  if (match === null) return null;
  return { id: "ubuntu", versionId: match[1] ?? "", prettyName: "", by: match[0] };
}
function sourceOf(upstream) {
  const text = decodePercent(upstream) ?? upstream;
  if (text.endsWith(".src.rpm")) {
    const release = text.lastIndexOf("-");
    const version = text.lastIndexOf("-", release - 1);
    if (version <= 0) return { name: text, version: null };
    return { name: text.slice(0, version), version: text.slice(version + 1, -".src.rpm".length) };
  }
  const at2 = text.indexOf("@");
  if (at2 <= 0) return { name: text, version: null };
  return { name: text.slice(0, at2), version: text.slice(at2 + 1) };
}

// src/domain/catalog/find-distribution.ts
function findDistribution(layer, hint) {
  const entry = distributionEntry(layer, hint);
  if (entry === null) {
    const name2 = hint.prettyName || hint.id || hint.versionId;
    return noMatch("unknown_product", `The catalogue has no distribution "${shown(name2)}"`);
  }
  if (entry === "ambiguous") {
    return noMatch(
      "ambiguous",
      `CentOS ${shown(hint.versionId)} may be CentOS Linux or CentOS Stream`
    );
  }
  const cycle = matchCycle(entry.cycles, hint.versionId);
  if (cycle === "ambiguous" || cycle === null) return unknownCycle(entry.product, hint.versionId);
  return { product: entry.product, cycle };
}
function distributionEntry(layer, hint) {
  const key = nameKey(hint.id);
  const slug = distributionSlug(key);
  if (slug === "centos") return centos(layer, hint);
  const known = slug === void 0 ? void 0 : layer.slugs.get(slug);
  if (known !== void 0) return known;
  const named2 = layer.names.get(key)?.listings ?? [];
  const systems = named2.filter(({ entry }) => entry.product.category === "os");
  return systems.length === 1 ? systems[0]?.entry ?? null : null;
}
function centos(layer, hint) {
  const linux = layer.slugs.get("centos");
  const stream = layer.slugs.get("centos-stream");
  const isStream = /stream/i.test(`${hint.prettyName} ${hint.versionId}`);
  if (isStream) return stream ?? null;
  if (hint.prettyName !== "" || stream === void 0) return linux ?? null;
  const fitting = [linux, stream].filter(
    (entry) => entry !== void 0 && matchCycle(entry.cycles, hint.versionId) !== null
  );
  return fitting.length > 1 ? "ambiguous" : fitting[0] ?? linux ?? null;
}

// src/domain/catalog/vendor-packages.ts
var VENDOR_NAMES = [
  ["containerd.io", "containerd"],
  ["docker-ce", "docker-engine"],
  ["docker-ce-*", "docker-engine"],
  ["docker-ee*", "docker-engine"],
  ["docker-buildx-plugin", null],
  ["docker-compose-plugin", null],
  ["elasticsearch", "elasticsearch"],
  ["kibana", "kibana"],
  ["logstash", "logstash"],
  ["filebeat", "beats"],
  ["metricbeat", "beats"],
  ["packetbeat", "beats"],
  ["auditbeat", "beats"],
  ["heartbeat-elastic", "beats"],
  ["gitlab-ce", "gitlab"],
  ["gitlab-ee", "gitlab"],
  ["google-chrome-stable", "chrome"],
  ["grafana-enterprise", "grafana"],
  ["jenkins", "jenkins"],
  ["kubeadm", "kubernetes"],
  ["kubectl", "kubernetes"],
  ["kubelet", "kubernetes"],
  ["MariaDB-*", "mariadb"],
  ["mongodb-org*", "mongodb"],
  ["mongodb-enterprise*", "mongodb"],
  ["mongodb-mongosh", null],
  ["mysql-community-*", "mysql"],
  ["mysql-commercial-*", "mysql"],
  ["msopenjdk-*", "microsoft-build-of-openjdk"],
  ["neo4j", "neo4j"],
  ["nginx-module-*", "nginx"],
  ["opensearch", "opensearch"],
  ["percona-*", null],
  ["temurin-*", "eclipse-temurin"],
  ["telegraf", "telegraf"],
  ["terraform", "terraform"],
  ["vault", "hashicorp-vault"],
  ["bellsoft-java*", "bellsoft-liberica"],
  ["zulu*-jdk*", "azul-zulu"],
  ["zulu*-jre*", "azul-zulu"],
  ["clickhouse-server", "clickhouse"],
  ["clickhouse-common-static", "clickhouse"],
  ["couchbase-server*", "couchbase-server"],
  ["powershell", "powershell"]
];
var EXACT = new Map(
  VENDOR_NAMES.filter(([pattern]) => !pattern.includes("*"))
);
var STARTS = VENDOR_NAMES.filter(([pattern]) => pattern.includes("*")).map(
  ([pattern, slug]) => {
    const [start = "", middle = ""] = pattern.split("*");
    return [start, middle, slug];
  }
);
var ANY_START = new RegExp(`^(?:${STARTS.map(([start]) => start).join("|")})`);
var ARCHIVES = [
  {
    mark: /pgdg/i,
    name: "postgresql.org",
    packages: /^(?:postgresql\d*(?:-(?:server|client|libs|contrib|devel|server-dev|plpython3|plperl|pltcl|llvmjit))?(?:-\d+(?:\.\d+)?)?|libpq5|libpq-dev|libecpg6|libpgtypes3)$/,
    slug: "postgresql"
  },
  { mark: /nodesource/, name: "NodeSource" },
  { mark: /\+maria~/, name: "mariadb.org", packages: /^(?:mariadb|libmariadb)/, slug: "mariadb" },
  { mark: /deb\.sury\.org|\+0~20\d{6}/, name: "deb.sury.org" },
  { mark: /\dppa\d|~ppa|ppa~/, name: "a personal package archive" },
  { mark: /rl\d+~[a-z]/, name: "redis.io" },
  { mark: /\.ngx$/, name: "nginx.org" },
  {
    mark: /-\d+~(?:bookworm|bullseye|buster|stretch|trixie|jammy|focal|bionic|xenial|noble)$/,
    name: "its vendor"
  },
  { mark: /-\d+(?:debian\d{1,2}|ubuntu\d\d\.\d\d)$/, name: "its vendor" },
  { mark: /~(?:debian|ubuntu)\.\d/, name: "its vendor" }
];
var MAINLINE = /^1\.\d?[13579]\./;
var ANY_MARK = new RegExp(ARCHIVES.map(({ mark }) => mark.source).join("|"), "i");
var VENDOR_NAMESPACES = /* @__PURE__ */ new Set([
  "pgdg",
  "postgresql",
  "nodesource",
  "nginx",
  "mysql",
  "mariadb",
  "docker",
  "elastic",
  "hashicorp",
  "grafana",
  "sury",
  "mongodb",
  "gitlab",
  "microsoft",
  "percona"
]);
var DISTRIBUTION_MARK = /ubuntu\d|[+~.]dfsg|[+~.]ds|\.(?:fc|el|mga|amzn)\d/;
function vendorPackage(name2, version, namespace) {
  const slug = slugByName(name2);
  const isOwn = slug !== void 0 && !name2.includes("-") && DISTRIBUTION_MARK.test(version);
  if (slug !== void 0 && !isOwn) return { slug, isByName: true, archive: "its vendor" };
  if (namespace !== null && VENDOR_NAMESPACES.has(namespace)) {
    return { slug: null, isByName: false, archive: namespace };
  }
  if (name2 === "nginx" && namespace === "alpine" && MAINLINE.test(version)) {
    return { slug: "nginx", isByName: true, archive: "nginx.org" };
  }
  if (!ANY_MARK.test(version)) return null;
  for (const archive of ARCHIVES) {
    if (!archive.mark.test(version)) continue;
    const isByName = archive.packages?.test(name2) ?? false;
    return { slug: isByName ? archive.slug ?? null : null, isByName, archive: archive.name };
  }
  return null;
}
function slugByName(name2) {
  const exact = EXACT.get(name2);
  if (exact !== void 0) return exact;
  if (!ANY_START.test(name2)) return void 0;
  for (const [start, middle, slug] of STARTS) {
    if (name2.startsWith(start) && name2.includes(middle, start.length)) return slug;
  }
  return void 0;
}

// src/domain/catalog/match-distribution.ts
function matchDistributionPackage(layer, found) {
  if (!isVersion(found.version)) return noVersion(found.name);
  const scheme = schemeOf2(found.type);
  const own = layer.hasOwnProducts ? ownListings(layer, found) : [];
  if (own.length > 0) {
    return vendorMatch(own, { name: found.name, version: found.version, scheme });
  }
  const vendor = vendorPackage(found.name, found.version, found.namespace);
  if (vendor !== null) {
    const entry = vendor.slug === null ? void 0 : layer.slugs.get(vendor.slug);
    const listings = entry === void 0 && !vendor.isByName ? upstreamListings(layer, found, scheme) : entry && [directListing(entry, found.name)];
    if (listings === void 0 || listings.length === 0) {
      const message = `${shown(found.name)} ${shown(found.version)} comes from ${vendor.archive}, not from the distribution, and the catalogue has no product for it`;
      return noMatch("unknown_product", message);
    }
    return vendorMatch(listings, { name: found.name, version: found.version, scheme });
  }
  return matchMaintained(layer, found, scheme);
}
function ownListings(layer, found) {
  const listings = layer.purls.get(purlKey(found.type, found.namespace, found.name)) ?? [];
  return listings.filter(({ entry }) => entry.product.source === "organization");
}
function schemeOf2(type) {
  return type === "deb" || type === "rpm" || type === "apk" ? type : "rpm";
}
function matchMaintained(layer, found, scheme) {
  const hint = found.hint ?? versionHint(found.type, found.namespace, found.version);
  if (hint === null || hint.versionId === "") {
    return noMatch(
      "unknown_distribution",
      `${shown(found.name)} ${shown(found.version)} is a distribution's package, and nothing says of which release`
    );
  }
  const distribution = findDistribution(layer, hint);
  if ("found" in distribution) return distribution;
  return {
    found: true,
    name: found.name,
    version: packagedVersion(found.version, scheme),
    ...distribution,
    maintainer: "distribution",
    upstream: upstreamOf(layer, found, scheme),
    by: hint.by
  };
}
function upstreamOf(layer, found, scheme) {
  const listings = upstreamListings(layer, found, scheme);
  if (listings.length === 0) return null;
  const match = vendorMatch(listings, { name: found.name, version: sourceVersion(found), scheme });
  return match.found ? { product: match.product, cycle: match.cycle } : null;
}
function sourceVersion({ sources, version }) {
  return sources[0]?.version ?? version;
}
function upstreamListings(layer, found, scheme) {
  const version = packagedVersion(sourceVersion(found), scheme);
  const names = found.sources.length === 0 ? [found.name] : found.sources.map(({ name: name2 }) => name2);
  for (const name2 of names) {
    const listings = packageListings(layer, name2, version);
    if (listings.length > 0) return listings;
  }
  return layer.packages.get(found.name.toLowerCase()) ?? [];
}
function packageListings(layer, name2, version) {
  const exact = layer.packages.get(name2.toLowerCase());
  if (exact !== void 0) return exact;
  const bare = withoutVersion(name2, version);
  return bare === null ? [] : layer.packages.get(bare.toLowerCase()) ?? [];
}

// src/domain/catalog/match-purl.ts
var NO_CONTEXT = { sources: [], hint: null };
function matchPurlText(layer, text, context = NO_CONTEXT) {
  const reading = parsePurl(text);
  if (!reading.ok) return noMatch("unreadable", `The package URL cannot be read: ${reading.fault}`);
  return matchPurl(layer, reading.purl, context);
}
function matchPurl(layer, purl2, context) {
  const version = versionOf2(purl2);
  const name2 = displayName(purl2);
  if (!isVersion(version)) return noVersion(name2);
  if (isDistributionType(purl2.type)) {
    return matchDistributionPackage(layer, {
      type: purl2.type,
      namespace: purl2.namespace,
      name: purl2.name,
      version,
      sources: sourcesOf(purl2, context),
      hint: hintOf(purl2, version, context)
    });
  }
  const listings = listingsOf(layer, purl2, version);
  return vendorMatch(listings, { name: name2, version, scheme: schemeOf3(purl2.type) });
}
function schemeOf3(type) {
  return type === "golang" || type === "pypi" ? type : "plain";
}
function versionOf2({ type, version, qualifiers }) {
  if (version === null || !version.includes(":")) return version ?? qualifiers.get("tag") ?? "";
  const isImage = type === "oci" || type === "docker";
  return isImage ? qualifiers.get("tag") ?? "" : version;
}
function displayName({ type, namespace, name: name2 }) {
  if (namespace === null || isDistributionType(type)) return name2;
  return type === "maven" ? `${namespace}:${name2}` : `${namespace}/${name2}`;
}
function sourcesOf({ qualifiers }, context) {
  const upstream = qualifiers.get("upstream");
  return upstream === void 0 ? context.sources : [sourceOf(upstream)];
}
function hintOf(purl2, version, context) {
  const { type, namespace, qualifiers } = purl2;
  const distro = qualifiers.get("distro");
  if (distro === void 0) return context.hint;
  const hint = qualifierHint(distro, namespace);
  if (hint.id !== "centos") return hint;
  const others = [context.hint, versionHint(type, namespace, version)];
  const same = others.find(
    (other) => other?.versionId === hint.versionId && other.prettyName !== ""
  );
  return same ? { ...hint, prettyName: same.prettyName } : hint;
}
function listingsOf(layer, purl2, version) {
  const { type, namespace, name: name2 } = purl2;
  const key = purlKey(type, namespace, name2);
  const exact = inRepository(layer.purls.get(key) ?? [], purl2.qualifiers.get("repository_url"));
  if (exact.length > 0) return exact;
  switch (type) {
    case "golang":
      return layer.purls.get(unversionedGoPath(key)) ?? [];
    case "maven":
      return namespace === name2 ? layer.artifacts.get(name2.toLowerCase()) ?? [] : [];
    case "docker":
      return dockerListings(layer, purl2, version);
    case "oci":
      return ociListings(layer, purl2);
    case "generic":
    case "swid":
    case "conan":
      return namespace === null ? listingsByName(layer, name2, version) : [];
    default:
      return [];
  }
}
function dockerListings(layer, { namespace, name: name2 }, version) {
  if (namespace !== null && namespace !== "library") return [];
  return layer.purls.get(purlKey("docker", "library", name2)) ?? listingsByName(layer, name2, version);
}
function ociListings(layer, { qualifiers, name: name2 }) {
  const repository = qualifiers.get("repository_url")?.toLowerCase();
  if (repository === void 0) return [];
  const path = repository.replace(/^(?:https?:\/\/)?(?:index\.)?docker\.io\//, "");
  if (path === repository) return [];
  const official = path === `library/${name2}` ? listingsByName(layer, name2, "") : [];
  return layer.purls.get(`docker/${path}`) ?? layer.purls.get(`docker/${path}/${name2}`) ?? official;
}
function inRepository(listings, repository) {
  if (listings.every(({ repositoryUrl }) => repositoryUrl === null)) return listings;
  return listings.filter(
    ({ repositoryUrl }) => repositoryUrl === null || repository !== void 0 && bareUrl(repository).startsWith(bareUrl(repositoryUrl))
  );
}
function bareUrl(url) {
  return url.toLowerCase().replace(/^https?:\/\//, "");
}

// src/domain/catalog/catalog-index.ts
function buildCatalogIndex(products) {
  return { layers: [buildLayer(products)] };
}
function matchComponent(index2, query) {
  return firstMatch(index2, (layer) => matchQuery(layer, query));
}
function matchQuery(layer, query) {
  switch (query.kind) {
    case "name":
      return matchName(layer, query.name, query.version, query.ecosystem);
    case "purl":
      return matchPurlText(layer, query.purl);
    case "cpe":
      return matchCpeText(layer, query.cpe);
    case "custom":
      return matchCustom(layer, query.name, query.vendor, query.version);
  }
}
function firstMatch({ layers }, match) {
  let closest = null;
  for (const layer of layers) {
    const result = match(layer);
    if (result.found) return result;
    if (closest === null || !closest.found && closest.reason === "unknown_product") {
      closest = result;
    }
  }
  return closest ?? unknownProduct("this component");
}

// src/domain/catalog/starter-product.ts
import { z as z3 } from "zod";

// src/domain/validation/calendar-day.ts
import { z } from "zod";

// src/domain/eol/calendar.ts
var DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
function parseDay(text) {
  const match = DAY_PATTERN.exec(text);
  if (!match) return null;
  const [year, month, day2] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day2 < 1 || day2 > daysInMonth(year, month)) return null;
  return text;
}
function daysInMonth(year, month) {
  const leap = year % 4 === 0 && year % 100 !== 0 || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
}

// src/domain/validation/calendar-day.ts
var calendarDay = z.iso.date().transform((text, context) => {
  const day2 = parseDay(text);
  if (day2 !== null) return day2;
  context.issues.push({ code: "invalid_format", format: "date", input: text });
  return z.NEVER;
});

// src/domain/validation/stored-text.ts
import { z as z2 } from "zod";
function storedText(maxLength) {
  return z2.string().max(maxLength).refine(holdsNoNul, { error: NUL_MESSAGE }).overwrite((text) => text.toWellFormed());
}
var NUL_MESSAGE = "must not contain a NUL character";
function holdsNoNul(text) {
  return !text.includes("\0");
}

// src/domain/catalog/starter-product.ts
var PRODUCT_CATEGORIES = [
  "os",
  "lang",
  "framework",
  "server-app",
  "database",
  "app",
  "service",
  "device",
  "standard"
];
var MAX_NAME = 255;
var MAX_ADDRESS = 2048;
var MAX_IDENTIFIER = 1024;
var MAX_IDENTIFIERS = 200;
var MAX_CYCLES = 2e3;
var name = storedText(MAX_NAME).trim().min(1);
var address = storedText(MAX_ADDRESS).refine(isWebAddress, {
  error: "must be an http or https address"
});
var day = calendarDay.optional();
var until = z3.union([calendarDay, z3.literal(true)]).nullable().optional();
var starterCycle = z3.object({
  name: name.describe("What versions are matched with: `3.11`, `22.04`"),
  label: name.describe("What people read: `22.04 LTS`; left out: the name").optional(),
  codename: name.nullable().optional(),
  lts: z3.boolean().optional(),
  releasedOn: day,
  latestRelease: name.optional(),
  latestReleasedOn: day,
  releaseNotesUrl: address.optional(),
  activeUntil: until.describe("End of active support: a day, or true for an unknown past day"),
  supportedUntil: until.describe("End of security fixes that cost nothing: a day, or true"),
  extendedUntil: until.describe("End of extended or paid support: a day, or true")
});
var values = (of) => z3.array(of).max(MAX_IDENTIFIERS).default([]);
var starterProduct = z3.object({
  slug: z3.string().max(MAX_NAME).regex(/^[a-z0-9]+(?:[-._][a-z0-9]+)*$/, {
    error: "must be lower-case letters and digits joined by single -, . or _"
  }),
  name: name.describe("As scanners name it: `Node.js`"),
  vendor: name.nullable().default(null),
  category: z3.enum(PRODUCT_CATEGORIES),
  aliases: values(name),
  purls: values(storedText(MAX_IDENTIFIER).regex(/^pkg:/)).describe(
    "Without version and qualifiers: `pkg:npm/express`"
  ),
  cpes: values(storedText(MAX_IDENTIFIER).regex(/^cpe:(?:2\.3:|\/)/)).describe(
    "Prefixes, CPE 2.2 or 2.3: `cpe:2.3:a:nodejs:node.js`"
  ),
  repology: values(name),
  references: z3.array(
    z3.object({
      type: z3.enum(["CHANGELOG", "ARTICLE", "WEB", "SOURCE", "PACKAGE"]),
      url: address
    })
  ).max(MAX_IDENTIFIERS).default([]),
  cycles: z3.array(starterCycle).max(MAX_CYCLES).describe("Newest first")
}).superRefine(({ cycles }, context) => {
  const seen = /* @__PURE__ */ new Set();
  cycles.forEach((cycle, index2) => {
    if (seen.has(cycle.name)) {
      const message = "is the name of an earlier cycle";
      context.addIssue({ code: "custom", path: ["cycles", index2, "name"], message });
    }
    seen.add(cycle.name);
  });
});
function toProduct(data, source) {
  const identifiers = ["purl", "cpe", "repology", "alias"].flatMap(
    (kind) => [...new Set(valuesOf(data, kind))].map((value) => ({ kind, value }))
  );
  const { slug, name: productName, vendor, category, references } = data;
  return {
    slug,
    name: productName,
    vendor,
    category,
    identifiers,
    references,
    source,
    cycles: data.cycles.map(toCycle)
  };
}
function valuesOf(data, kind) {
  return { purl: data.purls, cpe: data.cpes, repology: data.repology, alias: data.aliases }[kind];
}
function toCycle(cycle) {
  return {
    name: cycle.name,
    label: cycle.label ?? cycle.name,
    codename: cycle.codename ?? null,
    lts: cycle.lts ?? false,
    releasedOn: cycle.releasedOn ?? null,
    latestRelease: cycle.latestRelease ?? null,
    latestReleasedOn: cycle.latestReleasedOn ?? null,
    releaseNotesUrl: cycle.releaseNotesUrl ?? null,
    support: [
      ...supportEnd("ACTIVE_SUPPORT", cycle.activeUntil),
      // Every vendor has this one: what is left out is its end.
      ...supportEnd("STANDARD_SUPPORT", cycle.supportedUntil ?? null),
      ...supportEnd("EXTENDED_SUPPORT", cycle.extendedUntil)
    ]
  };
}
function supportEnd(level, ends) {
  if (ends === void 0) return [];
  return [{ level, endsOn: ends === true ? null : ends, ended: ends === true }];
}
function isWebAddress(text) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

// e2e/bench/component-queries.ts
var MIXTURE = [
  () => debian("libc6", "glibc"),
  () => debian("nginx", null),
  () => debian("perl-base", "perl"),
  () => (number) => purl(
    `pkg:rpm/redhat/pkg${String(number)}@1:4.4.${String(number % 40)}-4.el8_6?arch=x86_64&distro=rhel-8.6`
  ),
  () => (number) => purl(`pkg:apk/alpine/pkg${String(number)}@1.36.${String(number % 40)}-r5?distro=alpine-3.18.4`),
  () => (number) => purl(
    `pkg:deb/ubuntu/pkg${String(number)}@2.35-0ubuntu3.${String(number % 40)}?distro=ubuntu-22.04`
  ),
  () => (number) => purl(`pkg:npm/%40scope${String(number % 90)}/pkg@1.3.${String(number % 40)}`),
  () => (number) => purl(`pkg:maven/org.springframework/spring-core@5.3.${String(number % 40)}`),
  (products) => (number) => {
    const { slug, cycles } = at(products, number);
    const version = `${at(cycles, number).name}.${String(number % 9)}`;
    return { kind: "name", name: slug, version, ecosystem: "generic" };
  },
  () => (number) => ({
    kind: "cpe",
    cpe: `cpe:2.3:a:f5:nginx:1.18.${String(number % 40)}:*:*:*:*:*:*:*`
  })
];
function componentQueries(products, count) {
  const makers = MIXTURE.map((make) => make(products));
  return Array.from({ length: count }, (_, number) => at(makers, number)(number));
}
function debian(name2, source) {
  const upstream = source === null ? "" : `&upstream=${source}`;
  return (number) => purl(
    `pkg:deb/debian/${name2}@1.18.${String(number % 400)}-6%2Bdeb11u3?arch=amd64${upstream}&distro=debian-11`
  );
}
function purl(text) {
  return { kind: "purl", purl: text };
}
function at(items, number) {
  const item = items[number % items.length];
  if (item === void 0) throw new Error("an empty catalogue");
  return item;
}

// .p.ts
var d = "/tmp/wt-match/prisma/seed/starter-catalog/";
var ps = readdirSync(d).filter((f) => f.endsWith(".json")).map((f) => toProduct(starterProduct.parse(JSON.parse(readFileSync(d + f, "utf8"))), "starter"));
var index = buildCatalogIndex(ps);
var qs = componentQueries(ps, 2e4);
for (let r = 0; r < 5; r++) for (const q of qs) matchComponent(index, q);
var c = process.cpuUsage();
for (let r = 0; r < 60; r++) for (const q of qs) matchComponent(index, q);
var u = process.cpuUsage(c);
console.log(Math.round(12e5 / ((u.user + u.system) / 1e6)), "per cpu s");
