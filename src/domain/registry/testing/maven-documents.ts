/** The POM of an artifact, with what stands in its distribution management. */
export function pom(version: string, distributionManagement = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- <relocation>not this one</relocation> -->
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example.old</groupId>
  <artifactId>connector-java</artifactId>
  <version>${version}</version>
  <name>A &amp; B</name>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId></dependency></dependencies>
  <distributionManagement>
    <status>deployed</status>${distributionManagement}
  </distributionManagement>
</project>
`;
}

export const relocation = `
    <relocation>
      <groupId>com.example</groupId>
      <artifactId>connector-j</artifactId>
      <message>The artifact&apos;s new place is <![CDATA[<com.example>]]></message>
    </relocation>`;

export function mavenMetadata(release: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>com.example.old</groupId>
  <artifactId>connector-java</artifactId>
  <versioning>
    <latest>9.0.0-M1</latest>
    <release>${release}</release>
    <versions>
      <version>8.0.30</version>
      <version>${release}</version>
    </versions>
    <lastUpdated>20261014154437</lastUpdated>
  </versioning>
</metadata>
`;
}
