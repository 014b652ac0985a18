// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as assets from '../assets.js'
import * as kernel from '../index.js'
import { createFakeNamespace, type FakeNamespace } from '../testing/fake-namespace.js'
import type { WalletModal } from './wallet-modal.js'

/** Invalid arguments: missing, null, empty, of the wrong type, not a number, unknown names, names of inherited properties. */
const nothing = [undefined, null]
const texts = ['', 'nowhere', '__proto__']
const others = [42, Number.NaN, true, {}, [], Symbol('x'), 10n]
const notText = [...nothing, ...others]
const notObject = [...nothing, ...texts, 42, Number.NaN, true, 10n]

type Call = (value: never) => unknown
interface Row {
  readonly name: string
  readonly call: Call
  readonly values: readonly unknown[]
  readonly codes: RegExp
}

let fake: FakeNamespace
let modal: WalletModal
beforeAll(async () => {
  fake = createFakeNamespace()
  modal = kernel.createWalletModal({
    plugins: [fake.plugin()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
})
afterAll(() => modal.dispose())

const adapter = () => modal.connections.adapter('fake')
const INVALID = /^INVALID_ARGUMENT$/
const rows: readonly Row[] = [
  {
    name: 'createWalletModal',
    call: (value) => kernel.createWalletModal(value),
    values: [...notObject, [], Symbol('x'), {}],
    codes: /^INVALID_CONFIG$/,
  },
  {
    name: 'createWalletModal plugins',
    call: (value) => kernel.createWalletModal({ plugins: value }),
    values: [...notObject, [null], ['x'], [{}]],
    codes: /^INVALID_CONFIG$/,
  },
  {
    name: 'modal.open',
    call: (value) => modal.open(value),
    values: [null, ...texts, 42, Number.NaN, {}, [], { view: null }, { view: 'x' }],
    codes: INVALID,
  },
  {
    name: 'modal.open view',
    call: (value) => modal.open({ view: kernel.view(value) }),
    values: ['', 'nowhere', '__proto__', 'toString'],
    codes: /^UNKNOWN_VIEW$/,
  },
  {
    name: 'modal.disconnect',
    call: (value) => modal.disconnect(value),
    values: [null, ...texts, ...others],
    codes: /^(INVALID_ARGUMENT|UNKNOWN_NAMESPACE)$/,
  },
  {
    name: 'modal.switchNetwork',
    call: (value) => modal.switchNetwork(value),
    values: [...notText, ...texts, 'eip155', 'fake:404', 'eip155:1', 'fake:1:0x0'],
    codes: /^UNKNOWN_NETWORK$/,
  },
  { name: 'modal.use', call: (value) => modal.use(value), values: [...notObject, {}, []], codes: INVALID },
  {
    name: 'modal.on event',
    call: (value) => modal.on(value, () => undefined),
    values: [...notObject, {}, [], kernel.view('x')],
    codes: INVALID,
  },
  { name: 'modal.on listener', call: (value) => modal.on(kernel.opened, value), values: notObject, codes: INVALID },
  {
    name: 'modal.setTheme',
    call: (value) => modal.setTheme(value),
    values: [...notObject, [], { accent: 'red' }, JSON.parse('{"__proto__":1}')],
    codes: INVALID,
  },
  {
    name: 'modal.setLocale',
    call: (value) => modal.setLocale(value),
    values: [...notText, '', 'x', '__proto__'],
    codes: INVALID,
  },
  {
    name: 'modal.addNetwork',
    call: (value) => modal.addNetwork(value),
    values: [...notObject, {}, []],
    codes: /^INVALID_CONFIG$/,
  },
  {
    name: 'connections.adapter',
    call: (value) => modal.connections.adapter(value),
    values: [...notText, ...texts],
    codes: /^UNKNOWN_NAMESPACE$/,
  },
  {
    name: 'connections.connect',
    call: (value) => modal.connections.connect(value),
    values: [...notObject, {}, []],
    codes: INVALID,
  },
  {
    name: 'connections.connect namespace',
    call: (value) => modal.connections.connect(fake.wallet.connector, { namespace: value }),
    values: [null, ...texts, 42],
    codes: /^UNKNOWN_NAMESPACE$/,
  },
  {
    name: 'connections.connect network',
    call: (value) => modal.connections.connect(fake.wallet.connector, { caipNetworkId: value }),
    values: [null, ...texts, 42, 'fake:404'],
    codes: /^(INVALID_ARGUMENT|UNKNOWN_NAMESPACE|UNKNOWN_NETWORK)$/,
  },
  {
    name: 'connections.disconnect',
    call: (value) => modal.connections.disconnect(value),
    values: [null, ...texts, 42],
    codes: /^UNKNOWN_NAMESPACE$/,
  },
  {
    name: 'connections.switchNetwork',
    call: (value) => modal.connections.switchNetwork(value),
    values: [...notText, ...texts],
    codes: /^UNKNOWN_NETWORK$/,
  },
  {
    name: 'connections.activate',
    call: (value) => modal.connections.activate(value),
    values: [...notText, ...texts],
    codes: /^UNKNOWN_NAMESPACE$/,
  },
  {
    name: 'adapter.switchNetwork',
    call: (value) => adapter().switchNetwork(value),
    values: [...notText, ...texts],
    codes: /^UNKNOWN_NETWORK$/,
  },
  {
    name: 'adapter.switchAccount',
    call: (value) => adapter().switchAccount(value),
    values: [...notText, ...texts],
    codes: INVALID,
  },
  {
    name: 'parseAmount',
    call: (value) => kernel.parseAmount(value, 18),
    values: [...notText, ...texts],
    codes: /^INVALID_AMOUNT$/,
  },
  {
    name: 'parseAmount decimals',
    call: (value) => kernel.parseAmount('1', value),
    values: [...nothing, ...texts, Number.NaN, -1, 37, {}, 10n],
    codes: /^INVALID_AMOUNT$/,
  },
  {
    name: 'formatAmount',
    call: (value) => kernel.formatAmount(value, 18),
    values: [...nothing, ...texts, 42, Number.NaN, {}, []],
    codes: /^INVALID_AMOUNT$/,
  },
  {
    name: 'displayAmount',
    call: (value) => kernel.displayAmount(value, 18),
    values: [...nothing, ...texts, 42, Number.NaN, {}, []],
    codes: /^INVALID_AMOUNT$/,
  },
  { name: 'groupAddress', call: (value) => kernel.groupAddress(value), values: notText, codes: INVALID },
  { name: 'shortenAddress', call: (value) => kernel.shortenAddress(value), values: notText, codes: INVALID },
  {
    name: 'parseCaipAccountId',
    call: (value) => assets.parseCaipAccountId(value),
    values: [...notText, ...texts, 'fake:1'],
    codes: /^INVALID_CAIP$/,
  },
  {
    name: 'parseCaipAssetId',
    call: (value) => assets.parseCaipAssetId(value),
    values: [...notText, ...texts, 'fake:1'],
    codes: /^INVALID_CAIP$/,
  },
]

const show = (value: unknown): string =>
  typeof value === 'bigint'
    ? `${value}n`
    : typeof value === 'symbol'
      ? 'a symbol'
      : (JSON.stringify(value) ?? 'nothing')
const cases = rows.flatMap(({ name, call, values, codes }) =>
  values.map((value) => [name, show(value), { call, value, codes }] as const),
)

/** All state that a visitor or a site can observe. */
const snapshot = (): string => {
  const { active, status } = modal.connections
  const { provider: _, adapter: __, ...connection } = { provider: 0, adapter: 0, ...active.value }
  return JSON.stringify([
    modal.isOpen.value,
    modal.theme.value,
    modal.locale.value,
    modal.networks.value,
    status.value,
    connection,
    modal.errors.value.map((error) => error.code),
    { ...localStorage },
    document.body.childElementCount,
    fake.wallet.prompts,
    fake.other.prompts,
  ])
}

describe('A3: an invalid argument throws a typed error and changes nothing', () => {
  test('the table has at least 97 cases', () => expect(cases.length).toBeGreaterThanOrEqual(97))

  test.each(cases)('%s(%s)', async (_, __, { call, value, codes }) => {
    const before = snapshot()
    let error: unknown
    try {
      await call(value as never)
    } catch (thrown) {
      error = thrown
    }
    expect(kernel.isWalletModalError(error)).toBe(true)
    expect(kernel.isWalletModalError(error) && error.code).toMatch(codes)
    expect(kernel.messageOf(error).length).toBeGreaterThan(10)
    expect(snapshot()).toBe(before)
  })

  test('methods of a disposed modal fail with DISPOSED; dispose() does nothing and use() returns undefined', async () => {
    const gone = kernel.createWalletModal({ id: 'gone', plugins: [] })
    gone.dispose()
    gone.dispose()
    const disposed = expect.objectContaining({ code: 'DISPOSED' })
    for (const call of [
      () => gone.open(),
      () => gone.disconnect(),
      () => gone.switchNetwork('fake:1'),
      () => gone.prefetch(),
      () => gone.forget(),
    ]) {
      await expect(call()).rejects.toEqual(disposed)
    }
    expect(() => gone.close()).toThrow(disposed)
    expect(() => gone.setTheme('dark')).toThrow(disposed)
    expect(() => gone.setLocale('en')).toThrow(disposed)
    expect(() => gone.on(kernel.opened, () => undefined)).toThrow(disposed)
    expect(() => gone.addNetwork(fake.networks[0])).toThrow(disposed)
    expect(gone.use(fake.plugin)).toBeUndefined()
  })
})
