import { createWalletModal, definePlugin, type NameSource, nameSources } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { isNameLike, lookUpName } from './names.js'

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
    expect(await at(source('elsewhere'), source('unknown', true))).toEqual({ status: 'elsewhere' })
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
