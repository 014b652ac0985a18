import { dirname, join } from 'node:path'
import ts from 'typescript'
import { repository } from '../setup/workspaces.mjs'
import type { Block } from './blocks.js'

/** Types of the parts of Playwright's test runner that code blocks use. The test runner is not installed here. */
const playwright = `declare module '@playwright/test' {
  import type { Page } from 'playwright-core'
  type Title = [title: string, run: (fixtures: { readonly page: Page }) => unknown]
  export const test: (...args: Title) => void
  export const expect: (value: unknown) => Record<string, (...args: readonly unknown[]) => Promise<void>>
  export const defineConfig: (config: object) => object
}
`

/** Types of the parts of wagmi, TanStack Query and Next.js that code blocks use. They are not installed here; `@wagmi/core` is. */
const wagmi = `declare module 'wagmi' {
  import type { Config, State, WriteContractParameters } from '@wagmi/core'
  import type { ReactNode } from 'react'
  export { cookieStorage, cookieToInitialState, createConfig, createStorage, http, type State } from '@wagmi/core'
  type Address = \`0x\${string}\`
  export function WagmiProvider(props: { config: Config; initialState?: State | undefined; children: ReactNode }): ReactNode
  export function useAccount(): { readonly address?: Address | undefined; readonly chainId?: number | undefined }
  export function useEnsName(of: { address?: Address | undefined; chainId: number }): { readonly data: string | null | undefined }
  export function useWriteContract(options: { mutation: { onSuccess: (hash: Address) => void } }): {
    readonly writeContract: (call: WriteContractParameters) => void
  }
}
declare module '@tanstack/react-query' {
  import type { ReactNode } from 'react'
  export class QueryClient {}
  export function QueryClientProvider(props: { client: QueryClient; children: ReactNode }): ReactNode
}
declare module 'next/headers' {
  export const headers: () => Promise<Headers>
}
`

/** Modules of a site that code blocks may import, from the block's folder or its parent folder. */
const siteModules: Readonly<Record<string, string>> = {
  'wallet-modal.config.ts':
    "import type { WalletModal } from '@wallet-modal/kernel'\nexport declare const modal: WalletModal\n",
  'wallet-modal.generated.ts':
    "import type { WalletModalConfig } from '@wallet-modal/kernel'\nexport declare function generated(code?: object): WalletModalConfig\n",
  'ui.ts': "import type { PluginUi } from '@wallet-modal/kernel'\nexport declare const ui: PluginUi\n",
  'sdk-wallet.ts':
    "import type { PluginInstance } from '@wallet-modal/kernel'\nexport declare function sdkWallet(): PluginInstance\n",
  'sdk.ts':
    'export declare function createSdk(options: { appName: string; chainIds: readonly number[] }): { getProvider(): object }\n',
}

/** A virtual folder in the repository, so that packages resolve as in a site. Nothing is written there. */
const root = join(repository, '.cache/never-written')

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  paths: { '$lib/*': [`${root}/*`] },
  types: ['node'],
}

const placeOf = ({ page, line, file, language }: Block): string =>
  join(root, page.replaceAll('/', '-'), file ?? `line-${line}.${language}`)

/** Type errors in blocks, checked against the built packages: `docs/start.md:12 …`. */
export function typeProblems(blocks: readonly Block[]): readonly string[] {
  const files = new Map<string, string>()
  for (const place of blocks.map(placeOf)) {
    for (const [name, code] of Object.entries(siteModules))
      for (const folder of [dirname(place), dirname(dirname(place))]) files.set(join(folder, name), code)
  }
  for (const block of blocks) files.set(placeOf(block), block.code)
  const folders = new Set([...files.keys()].flatMap((file) => [dirname(file), dirname(dirname(file))]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, directoryExists } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.readFile = (file) => files.get(file) ?? readFile(file)
  host.directoryExists = (folder) => folders.has(folder) || directoryExists?.(folder) === true
  const { getSourceFile } = host
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const code = files.get(file)
    return code === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, code, languageVersion, true)
  }
  const ambient = join(root, 'ambient.d.ts')
  files.set(ambient, playwright + wagmi)
  const program = ts.createProgram({ rootNames: [ambient, ...blocks.map(placeOf)], options, host })
  return blocks.flatMap((block) => {
    const source = program.getSourceFile(placeOf(block))
    if (!source) return [`${block.page}:${block.line} is not read`]
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start, messageText }) => {
        const at = source.getLineAndCharacterOfPosition(start ?? 0).line
        return `${block.page}:${block.line + at} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      },
    )
  })
}
