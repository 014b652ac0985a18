// @vitest-environment happy-dom
import { accountActions, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SmartSessionList } from './contract.js'
import { smartSessions } from './index.js'

const sessionOf = (name: string, expiry: number) => ({
  ...{ pci: String(expiry), project: { name }, expiry },
  permissions: [{ type: 'native-token-transfer', data: { allowance: `0x${(10n ** 18n).toString(16)}` } }],
})

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})

/** Opens the list of an account whose sessions the service replies. `revocation`: reply to a revocation. */
async function openList(pcis: readonly object[], revocation?: Response | Promise<Response>) {
  const evm = createFakeNamespace('eip155')
  const api = createFakeApi({
    'blockchain:/v1/sessions/eip155%3A1%3Afake-1': { pcis },
    ...(revocation && { 'blockchain:/v1/sessions/fake-1/revoke': revocation }),
  })
  const page = await renderModal([evm.plugin(), api.plugin, smartSessions()], {
    networks: evm.networks,
    view: SmartSessionList,
  })
  await page.modal.connections.connect(evm.wallet.connector)
  const waitForText = (text: RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))
  const dispose = (): void => {
    page.dispose()
    api.dispose()
  }
  return { evm, api, page, waitForText, [Symbol.dispose]: dispose }
}

it('a session without an end is listed first, says so, and can be revoked', async () => {
  using list = await openList([
    sessionOf('Ended', 1),
    sessionOf('Next century', 4_102_444_800),
    sessionOf('After the last date', 8_640_000_000_001),
    sessionOf('Highest uint48', 2 ** 48 - 1),
  ])
  const noEnd = 'Maysend up to 1 COINUntilyou revoke itRevoke'
  await list.waitForText(
    new RegExp(`After the last date${noEnd}Highest uint48${noEnd}Next century.*2100.*Revoke.*Ended.*1970.*Expired`),
  )
})

describe('the list of smart sessions', () => {
  const address = `0x${'ab'.repeat(20)}`
  const permission = (type: string, data: object) => ({
    ...sessionOf('Shop', 4_102_444_800),
    permissions: [{ type, data }],
  })

  it.each([
    ['native-token-transfer', { allowance: `0x${(19n * 10n ** 14n).toString(16)}` }, 'send up to 0.0019 COIN'],
    [
      'erc20-token-transfer',
      { address, allowance: '0x3e8' },
      `send up to 1,000 smallest units of the token ${address}`,
    ],
    [
      'native-token-periodic',
      { periodAmount: '0xde0b6b3a7640000', periodDuration: 604_800 },
      'send up to 1 COIN in each period of 7 days',
    ],
    ['contract-call', { address }, `call ${address}`],
    ['erc20-token-approve', {}, 'do something that this list cannot read'],
  ])('describes the permission %s with its exact amount', async (type, data, text) => {
    using list = await openList([permission(type, data)])
    await list.waitForText(new RegExp(`ShopMay${text}`))
  })

  it('names the network of which it lists the sessions', async () => {
    using list = await openList([])
    await list.waitForText(/No smart sessions on eip155 1/)
  })

  it('has sessions with an unusual expiry or a long id, and counts those without a valid id', async () => {
    using list = await openList([
      { ...sessionOf('Text', 1), expiry: '4102444800' },
      { ...sessionOf('Nothing', 2), expiry: null },
      { ...sessionOf('Long', 4_102_444_800), pci: 'x'.repeat(3000) },
      { ...sessionOf('Spaces', 3), pci: 'a b' },
    ])
    await list.waitForText(
      /NothingMay.*Untilan unknown timeRevoke.*Text.*2100.*Revoke.*Smart sessions that cannot be read: 1/,
    )
    expect(list.page.text()).toMatch(/Long/)
  })

  it('lists the active sessions first if there are more than 200, and says how many are missing', async () => {
    const ended = Array.from({ length: 204 }, (_, at) => sessionOf(`Ended ${at}`, at + 1))
    using list = await openList([...ended, sessionOf('Active', 4_102_444_800)])
    await list.waitForText(/Active.*And 5 more/)
  })

  it('keeps the button of an expired session, because the clock of the device may be wrong', async () => {
    using list = await openList([sessionOf('Ended', 1)])
    await list.waitForText(/ExpiredRevoke/)
  })

  it('does not say that the listed sites may act if all sessions have expired', async () => {
    using list = await openList([sessionOf('Ended', 1)])
    await list.waitForText(/Smart sessions of this account on eip155 1\. A site with an active session may act/)
  })

  it('says that the session is being revoked as soon as the wallet has signed', async () => {
    using list = await openList([sessionOf('Shop', 4_102_444_800)], new Promise<Response>(() => undefined))
    await list.waitForText(/Revoke/)
    list.page.click('Revoke')
    await list.waitForText(/Until.*Revoking…$/)
  })

  it('does not say that a session is active if the service rejects its revocation without a reason', async () => {
    using list = await openList([sessionOf('Ended', 1)], Response.json({}, { status: 404 }))
    await list.waitForText(/Revoke/)
    list.page.click('Revoke')
    await list.waitForText(/rejected the request and gave no reason\. The list shows/)
    expect(list.page.text()).not.toMatch(/still active/)
  })

  it('Cancel ends the wait for a signature; the late signature is not submitted', async () => {
    using list = await openList([sessionOf('Shop', 4_102_444_800)])
    let sign = (_: string): void => undefined
    list.evm.wallet.provider.sign = () => new Promise((resolve) => (sign = resolve))
    await list.waitForText(/Revoke/)
    list.page.click('Revoke')
    await list.waitForText(/Confirm the signature in your wallet…Cancel/)
    list.page.click('Cancel')
    await list.waitForText(/Until.*Revoke$/)
    const before = list.api.requests.length
    sign('0x01')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(list.api.requests.length).toBe(before)
  })
})

it('a switch of the account ends the wait for a signature, so that its own sessions can be revoked', async () => {
  const evm = createFakeNamespace('eip155')
  using api = createFakeApi({
    'blockchain:/v1/sessions/eip155%3A1%3Afake-1': { pcis: [sessionOf('Shop', 4_102_444_800)] },
    'blockchain:/v1/sessions/eip155%3A1%3Afake-2': { pcis: [sessionOf('Game', 4_102_444_801)] },
  })
  using page = await renderModal([evm.plugin(), api.plugin, smartSessions()], {
    networks: evm.networks,
    view: SmartSessionList,
  })
  const signedBy: string[] = []
  evm.wallet.provider.sign = (message) => {
    signedBy.push(message.slice(message.lastIndexOf(' ') + 1))
    return new Promise(() => undefined)
  }
  await page.modal.connections.connect(evm.wallet.connector)
  await waitUntil(() => expect(page.text()).toMatch(/Shop.*Revoke/))
  page.click('Revoke')
  await waitUntil(() => expect(signedBy).toEqual(['fake-1']))
  evm.wallet.changeAccounts(['fake-2', 'fake-1'])
  await waitUntil(() => expect(page.text()).toMatch(/Game.*Revoke/))
  page.click('Revoke')
  await waitUntil(() => expect(signedBy).toEqual(['fake-1', 'fake-2']))
})

it.each([true, false])('the account action is offered if the site has the service: %s', async (hasService) => {
  const evm = createFakeNamespace('eip155')
  let actions: () => readonly unknown[] = () => []
  const reader = definePlugin<object, void>({
    ...{ name: 'reader', kernel: '^0.1' },
    setup(ctx) {
      actions = () => ctx.all(accountActions).peek()
    },
  })
  using api = createFakeApi(hasService ? { 'blockchain:/v1/sessions/eip155%3A1%3Afake-1': { pcis: [] } } : {})
  using page = await renderModal([evm.plugin(), ...(hasService ? [api.plugin] : []), smartSessions(), reader({})], {
    networks: evm.networks,
    view: SmartSessionList,
  })
  await page.modal.connections.connect(evm.wallet.connector)
  if (hasService) await waitUntil(() => expect(actions()).toMatchObject([{ id: 'smartSessions' }]))
  else {
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(actions()).toEqual([])
  }
})
