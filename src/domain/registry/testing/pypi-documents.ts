/** A release as `/pypi/<name>/<version>/json` answers it. */
export function pypiRelease(info: object = {}): object {
  return {
    info: {
      author: 'Ada',
      bugtrack_url: null,
      classifiers: ['Programming Language :: Python :: 3'],
      name: 'sampleproject',
      package_url: 'https://registry.example/project/sampleproject/',
      release_url: 'https://registry.example/project/sampleproject/1.3.1/',
      requires_python: '>=3.9',
      version: '1.3.1',
      yanked: false,
      yanked_reason: null,
      ...info,
    },
    last_serial: 1591652,
    urls: [
      {
        filename: 'sampleproject-1.3.1.tar.gz',
        packagetype: 'sdist',
        yanked: false,
        yanked_reason: null,
      },
    ],
    vulnerabilities: [],
  };
}

/** A project as the simple index answers it in JSON. */
export function pypiProject(status?: object): object {
  return {
    'alternate-locations': [],
    files: [
      {
        filename: 'sampleproject-1.3.1.tar.gz',
        hashes: { sha256: '0'.repeat(64) },
        'requires-python': '>=3.9',
        url: 'https://files.registry.example/sampleproject-1.3.1.tar.gz',
        yanked: false,
      },
    ],
    meta: { _last_serial: 1591652, 'api-version': '1.4' },
    name: 'sampleproject',
    ...(status && { 'project-status': status }),
    versions: ['1.3.0', '1.3.1'],
  };
}
