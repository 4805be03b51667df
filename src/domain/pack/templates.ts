/** What evidence packs are made for: whose clauses their documents refer to. */
export const PACK_TEMPLATES = [
  'general',
  'pci-dss',
  'nist-sa-22',
  'cis-2-2',
  'dora',
  'nis2',
  'iso-27001',
  'essential-eight',
  'cra',
  'fda',
] as const;
export type TemplateName = (typeof PACK_TEMPLATES)[number];

export const TEMPLATE_TITLES: Readonly<Record<TemplateName, string>> = {
  general: 'Software at its end of life',
  'pci-dss': 'PCI DSS 4.0.1',
  'nist-sa-22': 'NIST SP 800-53 SA-22',
  'cis-2-2': 'CIS Controls 8.1, safeguard 2.2',
  dora: 'DORA, RTS 2024/1774',
  nis2: 'NIS2, implementing regulation 2024/2690',
  'iso-27001': 'ISO/IEC 27001:2022',
  'essential-eight': 'Essential Eight',
  cra: 'EU Cyber Resilience Act, 2024/2847',
  fda: 'FDA premarket cybersecurity',
};
