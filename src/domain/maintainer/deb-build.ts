import { isNativePackage } from './native-packages';
import {
  ofDistribution,
  ofNobodyKnown,
  quoted,
  type Maintainer,
  type PackagedBuild,
} from './maintainer';
import { kernelBuild } from './kernel-build';
import { isOneOf, shippedVersions, sourceNames } from './shipped-versions';

/** `+deb12u3`, `~deb11u1`: an update of a release by Debian (developers' reference 5.8.5.4). */
const UPDATE = /[+~.]?deb(\d{1,2})u\d+/;
/** `~bpo12+1`: backports, which people of Debian look after in their own time; no security team, no LTS. */
const BACKPORT = /~bpo(\d{1,2})(?:\+|$)/;
/** What only the building of Debian's and Ubuntu's archives leaves: repacked sources, rebuilds, uploads of others. */
const PACKAGERS = /[+~.-]dfsg|[+~.]ds\d*(?=[-+.~]|$)|\+b\d+$|\+nmu\d|\dbuild\d+(?:\.\d+)?$/;
const UBUNTUS =
  /ubuntu\d|(?:^|[^\d])(?:1[2-9]|2\d)\.(?:04|10)(?:\.\d+)*$|[+~](?:1[2-9]|2\d)\.(?:04|10)/;
const ESM = /[+~.]esm\d+/;
/** A Debian revision: numbers, with what rebuilds and updates add. */
const REVISION = /^f?\d+[\d.+~a-z]*$/;

/** Whether a version holds a mark that nobody but Debian or Ubuntu writes. */
export function hasDebianMark(version: string): boolean {
  return UPDATE.test(version) || PACKAGERS.test(version) || /\dubuntu\d/.test(version);
}

const NVIDIAS = /^(?:lib)?nvidia-|^xserver-xorg-video-nvidia-/;

/** Whether Debian, Ubuntu or another distribution made of them built a package, as its version tells. */
export function debianBuild(build: PackagedBuild): Maintainer {
  const { version, release } = build;
  const [backport, of] = BACKPORT.exec(version) ?? [];
  if (backport !== undefined && !UPDATE.test(version)) {
    return ofNobodyKnown(
      `${quoted(backport)} marks a backport to Debian ${of ?? ''}, which neither Debian’s security team nor its long-term support looks after`,
    );
  }
  if (release?.family === 'debian' && /\dubuntu\d/.test(version)) {
    return ofNobodyKnown(`${quoted(version)} is Ubuntu’s build, in a release of Debian`);
  }
  const [esm] = ESM.exec(version) ?? [];
  if (esm !== undefined) return ofDistribution(`${quoted(esm)} is of Ubuntu Pro’s updates`);
  const [update] = UPDATE.exec(version) ?? [];
  if (update !== undefined) return ofDistribution(`${quoted(update)} is of Debian’s updates`);
  const [mark] = PACKAGERS.exec(version) ?? [];
  if (mark !== undefined) return ofDistribution(`${quoted(mark)} is what its packagers write`);
  if (NVIDIAS.test(build.name) && version.endsWith('-0ubuntu1')) {
    return ofNobodyKnown(
      'NVIDIA’s own archive numbers its driver so, and Ubuntu’s next release too',
    );
  }
  const [ubuntus] = UBUNTUS.exec(version) ?? [];
  if (ubuntus !== undefined && release?.family !== 'debian') {
    return ofDistribution(`${quoted(ubuntus)} is what Ubuntu writes`);
  }
  return plainBuild(build);
}

/** Sources whose projects have archives of their own, and write into their versions no more than Debian does. */
const ALIKE = new Set(['rabbitmq-server', 'erlang', 'elixir']);
/** `linux-image-6.1.0-18-amd64`; `linux-image-amd64` is whatever comes next. */
const KERNEL_IMAGE = /^linux-image-(?:unsigned-)?(\d.*?)(?:-(?:unsigned|dbg|dbgsym))*$/;

function plainBuild({ name, version, sources, release }: PackagedBuild): Maintainer {
  const names = [name, ...sources.map((source) => source.name)];
  const dash = version.lastIndexOf('-');
  if (dash <= 0) {
    if (names.some((one) => isNativePackage(one, version))) {
      return ofDistribution(
        'the distribution makes it itself, so that its version has no revision',
      );
    }
    return ofNobodyKnown(
      `${quoted(version)} has no revision, which a distribution gives whatever it packages`,
    );
  }
  const revision = version.slice(dash + 1);
  if (!REVISION.test(revision)) {
    return ofNobodyKnown(`${quoted(revision)} is no revision as the distribution writes it`);
  }
  if (revision === '1' && names.flatMap(sourceNames).some((one) => ALIKE.has(one))) {
    return ofNobodyKnown(
      'the distribution and the project itself both write a first build so, and nothing else tells them apart',
    );
  }
  const [, kernel] = KERNEL_IMAGE.exec(name) ?? [];
  const builders = kernel === undefined ? null : kernelBuild(kernel)?.families;
  if (builders?.length === 0) {
    return ofNobodyKnown(`${quoted(kernel ?? '')} is no name that the distribution gives a kernel`);
  }
  const upstream = version.slice(0, dash).replace(/^\d+:/, '');
  const number = release === null ? null : releaseNumber(release.versionId);
  const shipped =
    release === null || number === null ? null : shippedVersions(release.family, number, names);
  if (shipped !== null && !isOneOf(upstream, shipped)) {
    const what = shipped.length === 0 ? 'none' : shipped.join(', ');
    return ofNobodyKnown(
      `the release has ${what} of ${quoted(name)}, so ${quoted(version)} was built by somebody else`,
    );
  }
  return ofDistribution(`${quoted(`-${revision}`)} is a revision as the distribution writes it`);
}

const NUMBERS: Readonly<Record<string, string>> = {
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
};

/** `12` of `12.5` and `bookworm`, `22.04` of `jammy`. */
function releaseNumber(versionId: string): string | null {
  const named = NUMBERS[versionId.toLowerCase().split(' ', 1)[0] ?? ''];
  if (named !== undefined) return named;
  const [number] = /^\d+\.(?:04|10)|^\d+/.exec(versionId) ?? [];
  return number ?? null;
}
