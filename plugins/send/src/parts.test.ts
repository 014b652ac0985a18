// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type NameSource, nameSources } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parsePreset } from './form/preset.js'
import { isNameLike, lookUpName } from './receiver/names.js'
import { createRecent, MAX_RECEIVERS } from './receiver/recent.js'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

const fake = createFakeNamespace('eip155')
const token = 'eip155:1/slip44:60'

describe('A3: parsePreset', () => {
  it.each([
    [null],
    [5],
    [{ token: '' }],
    [{ token: 'ETH' }],
    [{ token: 7 }],
    [{ token: '__proto__' }],
    [{ amount: '1' }],
    [{ token, amount: '0' }],
    [{ token, amount: '0.000' }],
    [{ token, amount: '1,5' }],
    [{ token, amount: '-1' }],
    [{ token, amount: Number.NaN }],
    [{ token, amount: 1n }],
    [{ token, receiver: {} }],
    [{ token, receiver: 'x'.repeat(300) }],
    [{ token, network: 'eip155:2' }],
    [{ receiver: null }],
  ])('rejects %o with INVALID_ARGUMENT', (params) => {
    expect(() => parsePreset(params as never, fake.networks)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })

  it('rejects a network that the site does not list, with its name', () => {
    expect(() => parsePreset({ network: 'eip155:99' }, fake.networks)).toThrow(/eip155:99 is not one of the networks/)
  })

  it('takes the network from the token', () => {
    expect(parsePreset({ token, amount: '.5' }, fake.networks)).toMatchObject({
      network: fake.networks[0],
      amount: '.5',
    })
  })
})

describe('names of receivers', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const look = async (reply: unknown, text = 'zoe.eth', sources: readonly NameSource[] = []) => {
    using api = createFakeApi({ 'blockchain:/v1/profile/account/zoe.eth': reply })
    const host = definePlugin({
      name: 'host',
      kernel: '^0.1',
      permissions: { api: ['blockchain:/v1/profile/account/*'] },
      setup: (ctx) => {
        for (const source of sources) ctx.add(nameSources, source)
        return ctx
      },
    })
    using modal = createWalletModal({
      plugins: [host(), api.plugin],
      projectId: 'x',
      prefetch: 'never',
      logLevel: 'silent',
    })
    const ctx = modal.use(host)
    if (!ctx) throw new Error('There is no context.')
    const [network] = createFakeNamespace('fake').networks
    if (!network) throw new Error('There is no network.')
    return await lookUpName(ctx, text, { network, coinType: '60', signal: AbortSignal.timeout(15_000) })
  }
  const profile = (more: object = {}) => ({ name: 'zoe.eth', addresses: { 60: { address, created: '' } }, ...more })

  it('resolve to the address of the requested coin type only', async () => {
    expect(await look(profile())).toEqual({ status: 'found', name: 'zoe.eth', address })
    expect(await look(profile(), 'ZOE.eth')).toEqual({ status: 'found', name: 'zoe.eth', address })
    expect(await look(profile({ addresses: { 61: { address } } }))).toEqual({ status: 'elsewhere' })
    expect(await look(profile({ name: 'other.eth' }))).toEqual({ status: 'unknown' })
    expect(await look(new Response('', { status: 404 }))).toEqual({ status: 'unknown' })
  })

  it('resolve on the chain (proven address) if possible, else by a service (unproven address)', async () => {
    const source = (answer: Awaited<ReturnType<NameSource['resolve']>> | Error, isService = false): NameSource => ({
      namespace: 'fake',
      isService,
      nameOf: async () => null,
      resolve: async () => {
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    const other = { address: '0x0000000000000000000000000000000000000007' }
    const found = { status: 'found', name: 'zoe.eth', address: other.address }
    const at = (...sources: readonly NameSource[]) => look(profile(), 'zoe.eth', sources)
    expect(await at(source({ address }, true), source(other))).toEqual({ ...found, isProven: true })
    expect(await at(source(other, true), source('unknown'))).toEqual(found)
    expect(await at(source('unknown'), source(other))).toEqual({ ...found, isProven: true })
    expect(await at(source('elsewhere'), source('unknown'), source('elsewhere', true))).toEqual({ status: 'elsewhere' })
    expect(await at(source(new Error('no node')), source(other, true))).toEqual(found)
    await expect(at(source('unknown'), source(new Error('refused'), true))).rejects.toThrow('refused')
  })

  it('G7: are refused if they are not normalized', async () => {
    for (const text of ['zоe.eth', 'zo\u200De.eth', 'zoe\u2024eth'])
      expect(await look(profile(), text)).toEqual({ status: 'notNormal' })
  })

  it('are recognized by their shape', () => {
    for (const text of ['zoe.eth', 'a.b.c', 'π.eth']) expect(isNameLike(text)).toBe(true)
    for (const text of ['zoe', '.eth', 'zoe.', 'a b.eth', 'https://x.y', 'a..b', ''])
      expect(isNameLike(text)).toBe(false)
  })
})

describe('createRecent', () => {
  const host = definePlugin({
    name: 'host',
    kernel: '^0.1',
    permissions: { storage: ['recent'] },
    setup: (ctx) => createRecent(ctx),
  })
  const open = () => {
    const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
    const recent = modal.use(host)
    if (!recent) throw new Error('There is nothing.')
    return { recent, [Symbol.dispose]: () => modal.dispose() }
  }

  it('J3: stores a few receivers of each network, latest first, across page loads', () => {
    {
      using page = open()
      for (const one of ['a', 'b', 'c', 'd', 'e', 'c']) page.recent.add('x:1', { address: one })
      for (let network = 0; network < 50; network++) page.recent.add(`y:${network}`, { address: 'z' })
      page.recent.add('x:1', { address: 'f', name: 'f.eth' })
    }
    using page = open()
    expect(page.recent.of('x:1')).toEqual([{ address: 'f', name: 'f.eth' }])
    expect(page.recent.of('y:49')).toEqual([{ address: 'z' }])
    expect(JSON.stringify(page.recent.all.peek()).length).toBeLessThan(1000)
    for (const one of ['a', 'b', 'c', 'd', 'e', 'c']) page.recent.add('x:1', { address: one })
    expect(page.recent.of('x:1').map(({ address }) => address)).toEqual(['c', 'e', 'd', 'b', 'a', 'f'])
    for (let one = 0; one < 100; one++) page.recent.add('x:1', { address: `${one}` })
    expect(page.recent.of('x:1').length).toBe(MAX_RECEIVERS)
  })

  it('J1: ignores invalid stored data', () => {
    for (const text of [
      '{',
      '5',
      '{"v":1,"data":5}',
      '{"v":1,"data":{"x:1":5}}',
      '{"v":1,"data":{"x:1":[{"address":7},null]}}',
    ]) {
      localStorage.setItem('wallet-modal/default/host/recent', text)
      using page = open()
      expect(page.recent.of('x:1')).toEqual([])
    }
  })
})
