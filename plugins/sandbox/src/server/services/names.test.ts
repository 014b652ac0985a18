import { memoryStore } from '@wallet-modal/gateway/server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createClock } from '../clock.js'
import type { Engine } from '../engines/engine.js'
import { createSandboxNames } from './names.js'

const start = (engines: readonly Engine[] = []) => {
  const names = createSandboxNames({ engines, store: memoryStore(), clock: createClock() })
  const register = async (name: string): Promise<string> => {
    const account = privateKeyToAccount(generatePrivateKey())
    const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
    const signature = await account.signMessage({ message })
    await names.register({ address: account.address, coinType: 60, message, signature })
    return account.address
  }
  return { names, register }
}

test.each(['reown.id', 'shop.example', 'names.shop.example'])('names under %s can be registered', async (zone) => {
  const { names, register } = start()
  const name = `zoey.${zone}`
  expect(await names.suggestions('zoey', zone)).toContainEqual({ name, registered: false })
  const address = await register(name)
  expect(await names.suggestions('zoey', zone)).toContainEqual({ name, registered: true })
  expect(await names.account(name)).toMatchObject({ addresses: { 60: { address } } })
  expect(await names.reverse(address)).toMatchObject([{ name }])
  await expect(register(name)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.each([
  ['hazel.eth', 'The name must end in .reown.id.'],
  ['zoey', 'The name must end in .reown.id.'],
  ['a.bcde.reown.id', 'The name must have only the letters a to z'],
  ['admin.shop.example', 'The name admin is reserved.'],
  ['zoey.shop..example', 'The name must end in .reown.id.'],
])('%s cannot be registered: %s', async (name, reason) => {
  await expect(start().register(name)).rejects.toThrow(reason)
})

test('a name whose registration in ENS fails is not registered and can be registered again', async () => {
  let isBroken = true
  const ens: Engine['ens'] = {
    async register() {
      if (isBroken) throw new Error('The engine failed.')
    },
  }
  const engine: Pick<Engine, 'ens' | 'status'> = { ens, status: () => ({ state: 'running', processId: 1 }) }
  const { names, register } = start([engine as Engine])
  await expect(register('zoey.reown.id')).rejects.toThrow('The engine failed.')
  expect(await names.account('zoey.reown.id')).toBeUndefined()
  isBroken = false
  const address = await register('zoey.reown.id')
  expect(await names.reverse(address)).toMatchObject([{ name: 'zoey.reown.id' }])
})
