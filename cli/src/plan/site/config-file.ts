import type { Framework } from '../detect/framework.js'
import { usesHooks } from './site-kind.js'

export interface ConfigFileOptions {
  readonly framework: Framework
  readonly typescript: boolean
  /** Whether the bundler is Vite, which supports `import.meta.hot`. */
  readonly usesVite: boolean
}

/** `accept` is required: Vite calls `dispose` only for modules that accept updates. Without `dispose`, the page would get a second modal. */
const hotReloadLines = [
  'if (import.meta.hot) {',
  '  import.meta.hot.dispose(() => modal.dispose())',
  '  import.meta.hot.accept(() => location.reload())',
  '}',
]

/**
 * Lines that dispose the previous modal when a bundler without `import.meta.hot`, such as that of Next.js, evaluates the file again. The key is a
 * symbol, because `window` also has a property for the `id` of each element.
 */
const pageLines = (typescript: boolean): readonly string[] => [
  '// A page has one modal: when this file changes in development, the new modal replaces the old one.',
  "const key = Symbol.for('wallet-modal.modal')",
  `const page${typescript ? ': { [key]?: WalletModal }' : ''} = typeof window === 'undefined' ? {} : Object(window)`,
  'page[key]?.dispose()',
]

const cookieLines = [
  '// Stores the connected account in a cookie, with which the server renders the next page.',
  'rememberInCookie(modal)',
]

/**
 * Initial text of the config file. React sites use hooks. For all other sites, the file also registers the custom elements, so that a page only needs
 * to import the file.
 */
export function configFile({ framework, typescript, usesVite }: ConfigFileOptions): string {
  const generated = typescript ? './wallet-modal.generated' : './wallet-modal.generated.js'
  const elements = !usesHooks(framework)
  const isNext = framework === 'next'
  const replaces = !elements && !usesVite
  const sections = [
    ...(isNext ? [["'use client'"]] : []),
    [
      `import { createWalletModal${replaces && typescript ? ', type WalletModal' : ''} } from '@wallet-modal/kernel'`,
      ...(isNext ? ["import { rememberInCookie } from '@wallet-modal/kernel/cookie'"] : []),
      ...(elements ? ["import { defineElements } from '@wallet-modal/kernel/elements'"] : []),
      `import { generated } from '${generated}'`,
    ],
    ...(replaces ? [pageLines(typescript)] : []),
    [
      `/** Modal of this ${isNext ? 'site' : 'page'}. Its plugins and options are in wallet-modal.json; add options here that JSON cannot hold, such as functions. */`,
      'export const modal = createWalletModal(generated())',
      ...(replaces ? ['page[key] = modal'] : []),
    ],
    ...(elements ? [['defineElements(modal)']] : []),
    ...(usesVite ? [hotReloadLines] : []),
    ...(isNext ? [cookieLines] : []),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
