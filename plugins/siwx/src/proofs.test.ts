// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import {
  type Authenticator,
  authenticator,
  createWalletModal,
  definePlugin,
  type SignInProof,
  tracked,
} from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import { type SignIn, siwx } from './index.js'
import { count, dispatchOtherTabChange, first, resetEachTest, second, world } from './siwx.test.fixtures.js'

resetEachTest()

const proof: SignInProof = {
  fields: {
    domain: 'localhost:3000',
    uri: 'http://localhost:3000',
    nonce: 'a'.repeat(16),
    issuedAt: '2026-01-01T00:00:00Z',
    expirationTime: '2026-01-01T00:05:00Z',
  },
  ...{ caipNetworkId: 'eip155:1', address: String(first), message: 'signed text', signature: '0x' },
}
const session = {
  accountId: `eip155:1:${first}`,
  signedInAt: '2026-01-01T00:00:00Z',
  expiresAt: '2036-01-01T00:00:00Z',
}

interface Submission {
  readonly given?: SignInProof
  /** Reply to a request for the sessions. */
  readonly listed?: () => Response
  /** Called when the server has begun its reply. The reply ends afterwards. */
  meanwhile?(signIn: SignIn): Promise<void>
}

/** Submits a proof to a server that gives this reply, and returns the events that are tracked. */
async function submit(
  reply: () => Response,
  { given = proof, listed, meanwhile }: Submission = {},
): Promise<readonly object[]> {
  world.broken = (path) => (path === 'verify' ? reply() : path === 'session' ? listed?.() : undefined)
  let signIn: Authenticator | undefined
  const connector = definePlugin<object, void>({
    ...{ name: 'connector', kernel: '^0.1', optional: [authenticator] },
    setup(ctx) {
      signIn = ctx.maybe(authenticator)
    },
  })
  const modal = createWalletModal({ prefetch: 'never', logLevel: 'silent', plugins: [siwx(), connector({})] })
  const events: object[] = []
  modal.on(tracked, (event) => events.push(event))
  const submitted = signIn?.submit(given)
  const output = modal.use(siwx)
  if (output) await meanwhile?.(output)
  const isSignedIn = await submitted
  modal.dispose()
  return [...events, { isSignedIn }]
}

it('a sign-in with one approval is tracked when the server accepts the proof', async () => {
  const properties = { network: 'eip155:1', isSmartAccount: false }
  expect(await submit(() => Response.json({ session }))).toEqual([
    { event: 'SIWX_AUTH_SUCCESS', properties },
    { isSignedIn: true },
  ])
  const events = await submit(() => Response.json({ session }), { given: { ...proof, accountType: 'smartAccount' } })
  expect(events[0]).toEqual({ event: 'SIWX_AUTH_SUCCESS', properties: { ...properties, isSmartAccount: true } })
})

it('a sign-in with one approval is tracked when the server refuses the proof', async () => {
  const refusal = () => Response.json({ error: { code: 'BAD_SIGNATURE' } }, { status: 401 })
  const properties = { network: 'eip155:1', isSmartAccount: false, message: expect.stringContaining('401') }
  expect(await submit(refusal)).toEqual([{ event: 'SIWX_AUTH_ERROR', properties }, { isSignedIn: false }])
})

/** Accounts whose sessions the page ends. They are stored until the server has confirmed the sign-out. */
const endedAccounts = (): readonly string[] =>
  JSON.parse(localStorage.getItem('wallet-modal/default/@wallet-modal/siwx/leaving') ?? '{"data":[]}').data

it('a session that the server may have created is ended, unless the server has refused the proof', async () => {
  await submit(() => Response.json({ error: { code: 'BAD_SIGNATURE' } }, { status: 401 }))
  expect(endedAccounts()).toEqual([])
  await submit(() => new Response('Gateway Timeout', { status: 504 }))
  expect(endedAccounts()).toEqual([session.accountId])
})

it('a session of another account than the proof’s is ended', async () => {
  const other = `eip155:1:${second}`
  await submit(() => Response.json({ session: { ...session, accountId: other } }))
  expect(endedAccounts()).toEqual([other, session.accountId])
})

it('a session of a visitor who has cancelled the connection meanwhile is ended', async () => {
  const events = await submit(() => Response.json({ session }), { given: { ...proof, isCancelled: () => true } })
  expect([events.at(-1), endedAccounts()]).toEqual([{ isSignedIn: false }, [session.accountId]])
})

/** Reply of the server whose body ends when `end` is called. */
function lateReply() {
  let end = (): void => undefined
  const body = new ReadableStream({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify({ session })))
        controller.close()
      }
    },
  })
  return { end, reply: () => new Response(body, { headers: { 'content-type': 'application/json' } }) }
}

it.each([
  [
    'is ended, and does not sign in, if the visitor has signed out meanwhile',
    (signIn: SignIn) => signIn.signOut(),
    true,
  ],
  ['signs in if the visitor has not signed out', async () => undefined, false],
])('a session that arrives late %s', async (_, act, isEnded) => {
  const { end, reply } = lateReply()
  const events = await submit(reply, {
    async meanwhile(signIn) {
      await vi.waitFor(() => expect(count('verify')).toBe(1))
      await act(signIn)
      expect(count('sign-out')).toBe(isEnded ? 1 : 0)
      end()
    },
  })
  expect(events.at(-1)).toEqual({ isSignedIn: !isEnded })
  expect(endedAccounts()).toEqual(isEnded ? [session.accountId] : [])
})

it.each([
  ['does not sign in if the server lists no session', () => Response.json({ sessions: [] }), false],
  ['does not sign in if the sessions cannot be read', () => new Response('', { status: 401 }), false],
  ['signs in if the server lists the session', () => Response.json({ sessions: [session] }), true],
])('a session that arrives after a change in another tab %s', async (_, listed, isSignedIn) => {
  const { end, reply } = lateReply()
  const events = await submit(reply, {
    listed,
    async meanwhile() {
      await vi.waitFor(() => expect(count('verify')).toBe(1))
      dispatchOtherTabChange('default')
      end()
    },
  })
  expect(events.at(-1)).toEqual({ isSignedIn })
  expect(endedAccounts()).toEqual(isSignedIn ? [] : [session.accountId])
})

it('a sign-in with one approval requests the challenge only after the reply to the request for the sessions', async () => {
  let signIn: Authenticator | undefined
  const connector = definePlugin<object, void>({
    ...{ name: 'connector', kernel: '^0.1', optional: [authenticator] },
    setup(ctx) {
      signIn = ctx.maybe(authenticator)
    },
  })
  const modal = createWalletModal({ prefetch: 'never', logLevel: 'silent', plugins: [siwx(), connector({})] })
  world.late = () => new Promise((resolve) => setTimeout(resolve, 20))
  let atNonce: readonly string[] = []
  world.broken = (path) => {
    if (path === 'nonce') atNonce = [...world.respondedPaths]
    return undefined
  }
  expect(await signIn?.request()).toMatchObject({ domain: 'localhost:3000' })
  expect(atNonce).toEqual(['session'])
  modal.dispose()
})
