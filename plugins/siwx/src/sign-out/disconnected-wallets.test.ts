// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  connect,
  count,
  dispatchOtherTabChange,
  first,
  hasSession,
  output,
  reload,
  resetEachTest,
  second,
  sessionsOnServer,
  sign,
  status,
  until,
  world,
} from '../siwx.test.fixtures.js'

resetEachTest()

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
const options = { required: false }

beforeEach(() => {
  world.fake.wallet.addresses = [first ?? '']
  world.fake.other.addresses = [second ?? '']
  world.fake.other.provider.sign = world.fake.wallet.provider.sign
})

/** Signs in with one wallet, then connects another one, which becomes active. */
async function withAnother(given: Parameters<typeof connect>[0] = options) {
  const page = await connect(given)
  await sign(page)
  await page.modal.connections.connect(world.fake.other.connector)
  await until('needed')
  return page.modal.connections
}

const signOutReplied = (times = 1) =>
  waitUntil(() => expect(world.respondedPaths.filter((path) => path === 'sign-out').length).toBe(times))

/** Signs in with two wallets. Then the active one disconnects itself. */
async function leaveWithActive() {
  const page = await connect(options)
  await sign(page)
  await page.modal.connections.connect(world.fake.other.connector)
  await sign(page)
  world.fake.other.leave()
  await signOutReplied()
  return page
}

describe('disconnecting one of two wallets of a chain family', () => {
  it.each([
    ['was not active', false],
    ['was active', true],
  ])('ends the session of the wallet if it %s', async (_, isActive) => {
    const connections = await withAnother()
    if (isActive) {
      connections.activate('eip155', world.fake.wallet.connector.id)
      await until('signedIn')
    }
    await connections.disconnect('eip155', world.fake.wallet.connector.id)
    await signOutReplied()
    await until('needed')
    expect(await hasSession()).toBe(false)
    expect(connections.active.peek()?.account.address).toBe(second)
  })

  it('ends only the session of that wallet if both are signed in', async () => {
    const page = await connect(options)
    await sign(page)
    const { connections } = page.modal
    await connections.connect(world.fake.other.connector)
    await sign(page)
    await connections.disconnect('eip155', world.fake.wallet.connector.id)
    await signOutReplied()
    await pause()
    expect([status(), output().session.peek()?.accountId]).toEqual(['signedIn', `eip155:1:${second}`])
    expect(await sessionsOnServer()).toEqual([`eip155:1:${second}`])
    await connections.connect(world.fake.wallet.connector)
    await until('needed')
    connections.activate('eip155', world.fake.other.connector.id)
    await until('signedIn')
  })

  it('ends only the session of the active wallet if it disconnects itself', async () => {
    const page = await leaveWithActive()
    await pause()
    expect(await sessionsOnServer()).toEqual([`eip155:1:${first}`])
    expect([status(), count('sign-out')]).toEqual(['none', 1])
    page.modal.connections.activate('eip155', world.fake.wallet.connector.id)
    await until('signedIn')
  })

  it.each([
    ['disconnects itself', async () => world.fake.wallet.leave()],
    [
      'is disconnected',
      async () => world.rendered?.modal.connections.disconnect('eip155', world.fake.wallet.connector.id),
    ],
  ])('ends the session of the remaining inactive wallet when it %s', async (_, disconnect) => {
    await leaveWithActive()
    await disconnect()
    await signOutReplied(2)
    await pause()
    expect([await sessionsOnServer(), count('sign-out')]).toEqual([[], 2])
  })

  it('ends the session of a wallet that is inactive after a page load when it disconnects itself', async () => {
    await leaveWithActive()
    await reload(options)
    await waitUntil(() => expect(world.rendered?.modal.connections.all.peek().length).toBe(1))
    await pause()
    world.fake.wallet.leave()
    await signOutReplied(2)
    await pause()
    expect(await sessionsOnServer()).toEqual([])
  })

  it.each([
    ['disconnects itself', async () => world.fake.other.leave()],
    [
      'is disconnected',
      async () => world.rendered?.modal.connections.disconnect('eip155', world.fake.other.connector.id),
    ],
  ])('ends only the session of the active wallet if it %s while the sessions cannot be read', async (_, disconnect) => {
    const page = await connect(options)
    await sign(page)
    await page.modal.connections.connect(world.fake.other.connector)
    await sign(page)
    world.broken = (path) => (path === 'session' ? new Response('', { status: 503 }) : undefined)
    dispatchOtherTabChange()
    await until('needed')
    await disconnect()
    await pause() // less than the retries take
    await reload(options)
    expect(await sessionsOnServer()).toHaveLength(2)
    world.broken = undefined
    await signOutReplied()
    expect(await sessionsOnServer()).toEqual([`eip155:1:${first}`])
  })

  it('keeps the session if the active wallet disconnects itself and the other wallet has the same account', async () => {
    world.fake.other.addresses = [first ?? '']
    const page = await connect(options)
    await sign(page)
    await page.modal.connections.connect(world.fake.other.connector)
    await until('signedIn')
    world.fake.other.leave()
    await pause()
    expect([await hasSession(), count('sign-out')]).toEqual([true, 0])
  })

  it('keeps the session if the other wallet has the same account', async () => {
    world.fake.other.addresses = [second ?? '', first ?? '']
    const connections = await withAnother()
    await connections.disconnect('eip155', world.fake.wallet.connector.id)
    await pause()
    expect([await hasSession(), count('sign-out')]).toEqual([true, 0])
  })

  it('keeps the session with signOutOnDisconnect: false', async () => {
    const connections = await withAnother({ ...options, signOutOnDisconnect: false })
    await connections.disconnect('eip155', world.fake.wallet.connector.id)
    await pause()
    expect(await hasSession()).toBe(true)
  })
})

it.each([
  ['at once', 0],
  ['while the wallet is being restored', 300],
  ['when the wallet has not replied for 1500 ms', 1700],
])('a disconnect %s after a reload ends the session', async (_, ms) => {
  await sign(await connect(options))
  world.fake.wallet.provider.request = () => new Promise(() => undefined)
  await reload(options)
  await new Promise((resolve) => setTimeout(resolve, ms))
  await world.rendered?.modal.disconnect()
  await signOutReplied()
  expect(await hasSession()).toBe(false)
})

it('a session outlives the removal of its account from the wallet, and a reload', async () => {
  const page = await connect(options)
  await sign(page)
  world.fake.wallet.changeAccounts([second ?? ''])
  await until('needed')
  await reload(options)
  await pause()
  expect([await hasSession(), count('sign-out')]).toEqual([true, 0])
  expect(status()).not.toBe('signedIn')
})

describe('connecting again with the same connector', () => {
  /** Connects again with the same connector. Its provider is a new object, because the connection is a new one. */
  const connectAgain = (page: Awaited<ReturnType<typeof connect>>) => {
    const { connector } = world.fake.wallet
    const provider: typeof connector.provider = async (request) =>
      Object.create(Object(await connector.provider(request)))
    return page.modal.connections.connect({ ...connector, provider })
  }

  const pairByLink = () => Object.assign(world.fake.wallet.connector, { pairsByLink: true })

  it('ends the session of the replaced wallet if the connector pairs by link, as WalletConnect', async () => {
    pairByLink()
    const page = await connect(options)
    await sign(page)
    world.fake.wallet.addresses = [second ?? '']
    await connectAgain(page)
    await signOutReplied()
    await until('needed')
    expect([await sessionsOnServer(), status()]).toEqual([[], 'needed'])
  })

  it('keeps the session of another account of the same wallet, such as a browser extension', async () => {
    const page = await connect(options)
    await sign(page)
    world.fake.wallet.addresses = [second ?? '']
    await connectAgain(page)
    await pause()
    expect([await hasSession(), count('sign-out')]).toEqual([true, 0])
  })

  it('keeps the session of an account that both wallets have', async () => {
    pairByLink()
    const page = await connect(options)
    await sign(page)
    world.fake.wallet.addresses = [second ?? '', first ?? '']
    await connectAgain(page)
    await pause()
    expect([await hasSession(), count('sign-out')]).toEqual([true, 0])
  })
})
