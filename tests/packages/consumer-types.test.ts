import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheFolder } from '../setup/cache.mjs'
import { must, run } from '../setup/steps.mjs'
import { repository, workspaces } from '../setup/workspaces.mjs'

/** Package names of the compilers, by their TypeScript version. */
const compilers = { '5.9': 'typescript-5.9', '6.0': 'typescript', '7.0': 'typescript-7.0' }
const resolutions = { bundler: 'esnext', nodenext: 'nodenext' }

/** All entries that have types, of all published packages. */
const entries = workspaces().flatMap(({ manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
    typeof target === 'object' && target !== null && 'types' in target ? [join(manifest.name, path)] : [],
  ),
)

let site: string
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'wallet-modal-types-'))
  symlinkSync(join(repository, 'node_modules'), join(site, 'node_modules'))
  writeFileSync(join(site, 'package.json'), '{ "type": "module", "private": true }')
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** Type-checks a file of a site, and the types of all packages that it imports, with the strictest options. */
async function check(compiler: string, resolution: keyof typeof resolutions, source: string, paths = {}) {
  writeFileSync(join(site, 'main.tsx'), source)
  const compilerOptions = {
    ...{ module: resolutions[resolution], moduleResolution: resolution, target: 'es2022' },
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    ...{ skipLibCheck: false, types: [], jsx: 'react-jsx', paths },
  }
  writeFileSync(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.tsx'] }))
  const bin = join(repository, 'node_modules', compiler, 'bin/tsc')
  return run(process.execPath, [bin, '-p', site, '--pretty', 'false'])
}

const everything = entries.map((name, at) => `export * as entry${at} from '${name}'`).join('\n')

const isLong = process.env.WALLET_MODAL_LONG === '1'
// `npm run test:long` runs all combinations. Other runs omit TypeScript 6.0, and TypeScript 5.9 with `bundler`.
const matrix = (Object.keys(compilers) as (keyof typeof compilers)[]).flatMap((version) =>
  (Object.keys(resolutions) as (keyof typeof resolutions)[])
    .filter((resolution) => isLong || version === '7.0' || (version === '5.9' && resolution === 'nodenext'))
    .map((resolution) => ({ version, resolution, compiler: compilers[version] })),
)

test.each(Object.entries(compilers))('the compiler for TypeScript %s has that version', async (version, compiler) => {
  const bin = join(repository, 'node_modules', compiler, 'bin/tsc')
  expect((await run(process.execPath, [bin, '--version'])).output).toMatch(`Version ${version}.`)
})

describe.each(matrix)('TypeScript $version under $resolution', ({ compiler, resolution }) => {
  test('compiles the types of every entry without errors', async () => {
    const { output } = await check(compiler, resolution, everything)
    // errors in the types of third-party packages are ignored
    const isOurs = (line: string): boolean => line.includes('error') && !/node_modules\/(?!@wallet-modal)/.test(line)
    expect(output.split('\n').filter(isOurs)).toEqual([])
  })
})

test('a type error in the code of a site is reported', async () => {
  const mistake = `import { createWalletModal } from '@wallet-modal/kernel'\ncreateWalletModal({ plugins: 1 })`
  expect((await check(compilers['7.0'], 'bundler', mistake)).output).toMatch(/main\.tsx\(2,\d+\): error TS2322/)
})

/** Folder with the last types of React 18. */
async function installReact18Types(): Promise<string> {
  const folder = cacheFolder('types-react-18.3.32')
  const types = join(folder, 'node_modules/@types/react')
  if (existsSync(join(types, 'package.json'))) return types
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const command = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '@types/react@18.3.32']
  await must('Installing the types of React 18', 'npm', command, { cwd: folder })
  return types
}

describe.each(['18', '19'])('the custom elements in JSX, with the types of React %s', (version) => {
  const checkPage = async (source: string): Promise<string> => {
    const react = version === '18' ? await installReact18Types() : join(repository, 'node_modules/@types/react')
    const paths = { react: [react], 'react/jsx-runtime': [join(react, 'jsx-runtime')] }
    const { output } = await check(compilers['7.0'], 'bundler', source, paths)
    return output
  }

  test('have their attributes, and those of all HTML elements', async () => {
    const source = `
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { createWalletModal } from '@wallet-modal/kernel'
      defineElements(createWalletModal({ plugins: [] }))
      export const header = (
        <header>
          <wallet-modal-button label="Log in" loading-label="…" balance="hide" chars-start={4} chars-end="2" class="wide" />
          <wallet-modal-account-button id="account" namespace="eip155" disabled onClick={() => {}} />
          <wallet-modal-network-button label="Network" />
          <wallet-modal-wallet-button wallet="io.example" />
        </header>
      )
      export const element: HTMLElement | null = document.querySelector('wallet-modal-button')`
    expect(await checkPage(source)).toBe('')
  })

  test('have type errors for wrong values, a missing wallet, and unknown elements', async () => {
    const source = `import '@wallet-modal/kernel/elements'
export const all = [
  <wallet-modal-button balance="show" />,
  <wallet-modal-wallet-button />,
  <wallet-modal-other />,
]`
    const lines = (await checkPage(source)).match(/main\.tsx\((\d+)/g)
    expect(lines).toEqual(['main.tsx(3', 'main.tsx(4', 'main.tsx(5'])
  })

  test('ConnectButton has the attributes as props', async () => {
    const source = `import { ConnectButton } from '@wallet-modal/kernel/connect-button'
import { createWalletModal } from '@wallet-modal/kernel'
const modal = createWalletModal({ plugins: [] })
export const button = <ConnectButton modal={modal} label="Log in" balance="hide" charsStart={4} className="wide" />
export const wrong = [<ConnectButton />, <ConnectButton modal={modal} chars-start={4} charsStart="four" />]`
    const lines = (await checkPage(source)).match(/main\.tsx\((\d+)/g)
    expect(lines).toEqual(['main.tsx(5', 'main.tsx(5'])
  })
})

test('Vue templates know the attributes of the custom elements as props', async () => {
  const source = `import type { GlobalComponents } from 'vue'
import '@wallet-modal/kernel/vue'
type Props<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props']
export const button: Props<'wallet-modal-button'> = { label: 'Log in', charsStart: 4, class: 'wide' }
export const wallet: Props<'wallet-modal-wallet-button'> = {}
export const network: Props<'wallet-modal-network-button'> = { label: 4 }`
  const { output } = await check(compilers['7.0'], 'bundler', source)
  const lines = output.match(/main\.tsx\((\d+)/g)
  expect(lines).toEqual(['main.tsx(5', 'main.tsx(6'])
})

test.each(['5.9', '6.0', '7.0'] as const)(
  'TypeScript %s: accounts and providers have the types of their chain family',
  async (version) => {
    const source = `import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal, type NamespaceTypes } from '@wallet-modal/kernel'
import { useAccount, useProvider } from '@wallet-modal/kernel/react'
import { solana, type SolanaWallet } from '@wallet-modal/solana'
const modal = createWalletModal({ plugins: [eip155(), solana()] })
export function read(): Promise<unknown> | undefined {
  const account = useAccount(modal)
  if (account.status === 'connected') account.address.slice(2)
  if (account.address) account.connectorName.slice(2)
  const evm = useAccount(modal, 'eip155')
  const wallet: SolanaWallet | undefined = useProvider(modal, 'solana')
  const other: { sign(): void } | undefined = useProvider<{ sign(): void }>(modal, 'other')
  if (evm.status !== 'connected' || !wallet || !other) return
  const address: \`0x\${string}\` = evm.address
  return useProvider(modal, 'eip155')?.request({ method: 'eth_getBalance', params: [address, 'latest'] })
}
export const namespaces: readonly (keyof NamespaceTypes)[] = ['eip155', 'solana']
export const wrong = [
  useAccount(modal).address.length,
  useProvider(modal, 'eip155')?.sign(),
]`
    const { output } = await check(compilers[version], 'nodenext', source)
    const lines = output.match(/main\.tsx\((\d+)/g)
    expect([lines, output.includes('TS18048') || output.includes('TS2532')]).toEqual([
      ['main.tsx(19', 'main.tsx(20'],
      true,
    ])
  },
)
