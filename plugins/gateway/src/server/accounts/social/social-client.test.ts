import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
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

describe('the identity from an OAuth service without OpenID Connect', () => {
  /** Starts a service whose user info reply has this status, headers and body. */
  async function identifyUser(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/token') response.end(JSON.stringify({ access_token: 'secret-token', token_type: 'bearer' }))
      else response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const endpoints = { authorizationEndpoint: `${origin}/authorize`, tokenEndpoint: `${origin}/token` }
    const user = { userInfoUrl: `${origin}/user`, subjectPath: 'id', namePath: 'login' }
    const client = createSocialClient(
      { kind: 'oauth2', id: 'github', clientId: 'client', ...endpoints, ...user },
      REDIRECT_URI,
    )
    return client.identify(new URL(`${REDIRECT_URI}?code=code&state=${CHECKS.state}`), CHECKS)
  }

  it('has the id and the name of the account', async () => {
    expect(await identifyUser(200, '{ "id": 7, "login": "ada" }')).toEqual({ subject: '7', name: 'ada' })
  })

  it.each([
    ['without a challenge', {}],
    ['with a challenge', { 'www-authenticate': 'Bearer error="invalid_token"' }],
  ])('is refused for a reply 401 %s: the error has the status, but neither body nor token', async (_, headers) => {
    const error = await identifyUser(401, '{ "message": "Bad credentials" }', headers).catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ message: 'The user info of github could not be read: HTTP status 401.' })
    expect(inspect(error)).not.toMatch(/Bad credentials|secret-token/)
  })
})
