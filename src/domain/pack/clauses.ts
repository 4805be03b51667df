import type { TemplateName } from './templates';

/**
 * The clauses of standards and laws that ask for what is in evidence packs. A summary in our own words, with what of a pack
 * answers it; what it takes beside that is for people.
 */

/** A clause, what it asks for and which part of a pack shows it. */
export interface Clause {
  readonly id: string;
  readonly asks: string;
  readonly shown: string;
}

export const CLAUSES: Readonly<Record<TemplateName, readonly Clause[]>> = {
  general: [],
  'pci-dss': [
    {
      id: '12.3.4',
      asks: 'Hardware and software technologies in use are reviewed at least once every 12 months: whether vendors still fix them promptly, announcements of their end of life, and a plan, approved by senior management, for what is outdated.',
      shown:
        'Ended and ending software with owners; changed dates; plans; the signatures of who reviewed and who approved.',
    },
    {
      id: '6.3.2',
      asks: 'An inventory of bespoke and custom software, and of third-party components in it, is kept.',
      shown:
        'Scope and coverage; the components themselves are in the list of packages and in SBOMs.',
    },
  ],
  'nist-sa-22': [
    {
      id: 'SA-22',
      asks: 'System components are replaced when support is no longer available, or there are alternative sources for continued support.',
      shown:
        'Ended software; contracts as alternative sources of support; waivers as documented exceptions.',
    },
  ],
  'cis-2-2': [
    {
      id: '2.2',
      asks: 'Only supported software is authorized. What is unsupported and necessary is an exception with mitigating controls and accepted residual risk. Reviewed monthly or more often.',
      shown: 'Ended software; waivers with control, approver and last day; the day of this pack.',
    },
  ],
  dora: [
    {
      id: 'Art. 4(2)(b)(ix)',
      asks: 'For all ICT assets the end dates of the provider’s regular, extended and custom support services are recorded.',
      shown:
        'Ended and ending software with the ends of regular and extended support; contracts as custom support.',
    },
    {
      id: 'DORA Art. 8(7)',
      asks: 'A specific risk assessment of all legacy ICT systems at least yearly.',
      shown: 'Ended software by owner, with plans and waivers.',
    },
  ],
  nis2: [
    {
      id: 'Annex 6.1.2(b)',
      asks: 'Acquired products get security updates for their whole lifetime, or are replaced after the support period.',
      shown: 'Ended and ending software; plans; contracts.',
    },
    {
      id: 'Annex 6.6',
      asks: 'Security patches are applied in reasonable time; where there are none, residual risks are accepted with reasons.',
      shown: 'Waivers with reason, control, approver and last day.',
    },
  ],
  'iso-27001': [
    {
      id: 'A.5.9',
      asks: 'An inventory of assets with their owners is kept.',
      shown: 'Scope and coverage; software by owner.',
    },
    {
      id: 'A.8.8',
      asks: 'Technical vulnerabilities are managed, which unsupported software prevents.',
      shown: 'Ended and ending software; plans; waivers.',
    },
  ],
  'essential-eight': [
    {
      id: 'Patch applications and operating systems, ML1',
      asks: 'Online services and operating systems that vendors no longer support are removed or replaced.',
      shown: 'Ended software: none is left when the list is empty.',
    },
  ],
  cra: [
    {
      id: 'Art. 13(8)',
      asks: 'Vulnerabilities of a product and its components are handled for its support period, which is at least five years unless it is used for less.',
      shown: 'Ended and ending components by project; plans to move from them.',
    },
    {
      id: 'Art. 13(19)',
      asks: 'The end date of the support period is told at the time of purchase.',
      shown: 'Which components end, and when; the promise itself is the manufacturer’s.',
    },
  ],
  fda: [
    {
      id: 'SBOM elements',
      asks: 'For each software component the level of support and the end-of-support date, or a justification why they are not known.',
      shown:
        'Ended and ending software; how much has no known end. The level of each component is in its SBOM.',
    },
  ],
};
