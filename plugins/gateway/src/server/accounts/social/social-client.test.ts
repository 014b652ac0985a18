import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSocialClient, type SocialIdentity } from './social-client.js'

const CHECKS = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) }
const REDIRECT_URI = 'https://accounts.example/social/callback/google'

let server: Server | undefined
afterEach(() => server?.close())

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Identity from an OpenID provider whose ID token has these claims. */
async function identify(claims: object): Promise<SocialIdentity> {
  server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const seconds = Math.floor(Date.now() / 1000)
    const standardClaims = { iss: origin, aud: 'client', nonce: CHECKS.nonce, iat: seconds, exp: seconds + 60 }
    const idToken = [base64url({ alg: 'RS256' }), base64url({ ...standardClaims, ...claims }), 'signature'].join('.')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        request.url === '/token'
          ? { access_token: 'token', token_type: 'bearer', id_token: idToken }
          : { issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
      ),
    )
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createSocialClient({ kind: 'oidc', id: 'google', clientId: 'client', issuer }, REDIRECT_URI)
  return client.identify(new URL(`${REDIRECT_URI}?code=code&state=${CHECKS.state}`), CHECKS)
}

describe('the identity from an OpenID provider', () => {
  it('has the name of the account', async () => {
    expect(await identify({ sub: '1', name: 'Ada' })).toEqual({ subject: '1', name: 'Ada' })
  })

  it.each([
    ['null', { name: null, email: null }],
    ['of another type', { name: 1, email: false }],
  ])('has no name if name and email are %s: the login does not fail', async (_, claims) => {
    expect(await identify({ sub: '1', ...claims })).toEqual({ subject: '1' })
  })

  it('has the email address if the name is null', async () => {
    expect(await identify({ sub: '1', name: null, email: 'ada@example.org' })).toEqual({
      subject: '1',
      name: 'ada@example.org',
    })
  })

  it('is refused without a subject', async () => {
    await expect(identify({ name: 'Ada' })).rejects.toThrow()
  })
})
