// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { ScriptedWallet } from '../scripted-wallet.js'
import { installWalletsHere } from './install-wallets-here.js'

interface Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

async function installed(): Promise<{
  readonly provider: Provider
  readonly wallet: ScriptedWallet
  readonly name: unknown
}> {
  const found: { provider: Provider; name: unknown }[] = []
  const onAnnounce = (event: Event): void => {
    const { info, provider } = Reflect.get(event, 'detail')
    found.push({ provider, name: info.name })
  }
  addEventListener('eip6963:announceProvider', onAnnounce)
  const { zephyr } = await installWalletsHere({ zephyr: { namespace: 'eip155' } })
  removeEventListener('eip6963:announceProvider', onAnnounce)
  const [first] = found
  if (!first) throw new Error('Nothing was announced.')
  return { ...first, wallet: zephyr }
}

describe('scripted wallets in the test page itself', () => {
  it('announce themselves, connect and sign', async () => {
    const { provider, wallet, name } = await installed()
    expect(name).toBe('Zephyr')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(wallet.addresses)
    const signature = await provider.request({ method: 'personal_sign', params: ['0x6869', wallet.address] })
    expect(signature).toMatch(/^0x[\da-f]{130}$/)
    expect(wallet.questions.at(-1)).toMatchObject({ kind: 'message', payload: 'hi' })
  })

  it('notify listeners when the test switches the account or disconnects, and do not count removed listeners', async () => {
    const { provider, wallet } = await installed()
    await provider.request({ method: 'eth_requestAccounts' })
    const accountChanges: unknown[] = []
    const listener = (payload: unknown): void => void accountChanges.push(payload)
    provider.on('accountsChanged', listener)
    expect(await wallet.listeners()).toBe(1)
    await wallet.switchAccount(1)
    expect(accountChanges).toEqual([wallet.addresses])
    await wallet.switchNetwork('eip155:31338')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    await wallet.disconnect()
    expect(accountChanges.at(-1)).toEqual([])
    provider.removeListener('accountsChanged', listener)
    expect(await wallet.listeners()).toBe(0)
    await expect(wallet.switchNetwork('eip155:1')).rejects.toMatchObject({ code: 'INVALID_NETWORK' })
  })

  it('refuse an unknown account with a message that lists the accounts', async () => {
    const { wallet } = await installed()
    const { address, addresses } = wallet
    await expect(wallet.switchAccount('0x1')).rejects.toMatchObject({
      code: 'UNKNOWN_ACCOUNT',
      message: expect.stringContaining(addresses.join(', ')),
    })
    await expect(wallet.switchAccount(99)).rejects.toMatchObject({ code: 'UNKNOWN_ACCOUNT' })
    expect(wallet.address).toBe(address)
  })

  it('reject requests after reject() with code 4001, and unsupported methods with code 4200', async () => {
    const { provider, wallet } = await installed()
    wallet.reject()
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
  })
})
