import type { Secrets } from './secrets.js'

/** Verified identity of a visitor: an email address, verified with a mailed code, or an account at a social service or Farcaster. */
export type Identity =
  | { readonly email: string }
  | { readonly socialProvider: string; readonly subject: string; readonly userName?: string }

/**
 * Label by which the visitor recognizes the account. In the store, `email` and `userName` are encrypted, so that a copy of the store does not reveal
 * the owners.
 */
export interface SealedLabel {
  readonly email?: string | undefined
  readonly socialProvider?: string | undefined
  readonly userName?: string | undefined
}

/** Store keys and encrypted labels of identities. */
export interface Identities {
  /**
   * Store key of the identity's account. A login by email and a social login never share an account, because the email address that a social service
   * reports may be unverified.
   */
  accountKey(identity: Identity): Promise<string>
  sealedLabel(identity: Identity): Promise<SealedLabel>
  openLabel(label: Pick<SealedLabel, 'email' | 'userName'>): Promise<Pick<SealedLabel, 'email' | 'userName'>>
}

export function createIdentities(secrets: Secrets): Identities {
  const hashOf = (identity: Identity): Promise<string> =>
    'email' in identity
      ? secrets.hash('email', identity.email)
      : secrets.hash(`social ${identity.socialProvider}`, identity.subject)
  return {
    accountKey: async (identity) => `account:${await hashOf(identity)}`,
    async sealedLabel(identity) {
      if ('email' in identity) return { email: await secrets.sealText('session email', identity.email) }
      const { socialProvider, userName } = identity
      if (userName === undefined) return { socialProvider }
      return { socialProvider, userName: await secrets.sealText('session name', userName) }
    },
    openLabel: async ({ email, userName }) => ({
      ...(email !== undefined && { email: await secrets.openText('session email', email) }),
      ...(userName !== undefined && { userName: await secrets.openText('session name', userName) }),
    }),
  }
}
