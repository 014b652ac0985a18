import { gateway, refusal } from '../gateway.js'
import { toHex } from '../hex.js'

interface Beginning {
  readonly provider: string
  readonly attempt: string
  readonly returnUrl: string
}

/** Social logins of this frame. Each login has a secret that stays in the frame. The code that the window returns is useless without the secret. */
export interface SocialAttempts {
  begin(beginning: Beginning): Promise<{ readonly uri: string }>
  /** Resolves with a session token. `fragment` is the URL fragment with which the window returned. */
  redeem(attempt: string, fragment: string): Promise<string>
}

export function createSocialAttempts(site: string): SocialAttempts {
  const verifiers = new Map<string, string>()
  return {
    async begin(beginning) {
      const verifier = toHex(crypto.getRandomValues(new Uint8Array(32)))
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
      verifiers.clear() // only the latest attempt can finish
      verifiers.set(beginning.attempt, verifier)
      return gateway.beginSocial({ ...beginning, site, challenge: toHex(new Uint8Array(digest)) })
    },
    async redeem(attempt, fragment) {
      const verifier = verifiers.get(attempt)
      const code = new URLSearchParams(fragment).get('code')
      if (verifier === undefined || code === null)
        throw await refusal({
          code: 'NO_LOGIN',
          message: 'This login has ended. Start again.',
          reason: 'LOGIN_EXPIRED',
        })
      verifiers.delete(attempt)
      return (await gateway.redeemSocial(code, verifier)).session
    },
  }
}
