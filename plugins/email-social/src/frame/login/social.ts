import { bytesToHex } from '@noble/hashes/utils.js'
import { gateway, refusal } from '../gateway.js'
import { deleteOldVerifiers, deleteVerifier, readVerifier, storeVerifier } from './social-verifier.js'

interface SocialLoginStart {
  readonly provider: string
  readonly attempt: string
  readonly returnUrl: string
}

/**
 * Social logins of this frame. Each login has a secret (verifier) that stays in the frame. Without the secret, the code that the login window returns
 * is useless. The frame also stores the secret: if the page that started the login is gone, the page in the login window finishes the login.
 */
export interface SocialAttempts {
  /** Registers the login at the gateway. Resolves with the URL for the login window, which redirects to the service. */
  begin(start: SocialLoginStart): Promise<{ readonly uri: string }>
  /** Exchanges the login's result for a session token. `fragment`: fragment of the URL to which the login window was redirected at the end. */
  redeem(attempt: string, fragment: string): Promise<string>
}

export function createSocialAttempts(site: string): SocialAttempts {
  const verifiers = new Map<string, string>()
  void deleteOldVerifiers()
  return {
    async begin(start) {
      const verifier = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
      verifiers.clear() // earlier secrets remain in the storage
      verifiers.set(start.attempt, verifier)
      await storeVerifier({ attempt: start.attempt, verifier, site })
      return gateway.beginSocial({ ...start, site, challenge: bytesToHex(new Uint8Array(digest)) })
    },
    async redeem(attempt, fragment) {
      const verifier = verifiers.get(attempt) ?? (await readVerifier({ attempt, site }))
      const code = new URLSearchParams(fragment).get('code')
      if (verifier === undefined || code === null)
        throw await refusal({
          code: 'NO_LOGIN',
          message: 'This login has ended. Start again.',
          reason: 'LOGIN_EXPIRED',
        })
      verifiers.delete(attempt)
      await deleteVerifier(attempt)
      return (await gateway.redeemSocial(code, verifier)).session
    },
  }
}
