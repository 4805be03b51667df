/**
 * By what it was shown that whoever has an account also has its address: the link of an invitation that was
 * mailed there (`invitation`), of a mailed password reset (`reset`), of a mail that asks to confirm the address
 * (`confirmation`), or the word of the identity provider (`provider`). A link that somebody was shown and passed
 * on shows nothing, nor does the word of whoever runs the service.
 */
export const ADDRESS_PROOFS = ['invitation', 'reset', 'confirmation', 'provider'] as const;

export type AddressProof = (typeof ADDRESS_PROOFS)[number];
