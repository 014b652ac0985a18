import type { Framework } from '../detect/framework.js'
import { usesHooks } from './site-kind.js'

export interface ConfigFileOptions {
  readonly framework: Framework
  readonly typescript: boolean
  /** Whether the bundler supports `import.meta.hot`. */
  readonly hot: boolean
}

/** `accept` is required: Vite calls `dispose` only for modules that accept updates. Without `dispose`, the page would get a second modal. */
const hotReloadLines = [
  'if (import.meta.hot) {',
  '  import.meta.hot.dispose(() => modal.dispose())',
  '  import.meta.hot.accept(() => location.reload())',
  '}',
]

/**
 * Initial text of the config file. React sites use hooks. For all other sites, the file also registers the custom elements, so that a page only needs
 * to import the file.
 */
export function configFile({ framework, typescript, hot }: ConfigFileOptions): string {
  const generated = typescript ? './wallet-modal.generated' : './wallet-modal.generated.js'
  const elements = !usesHooks(framework)
  const sections = [
    [
      ...(framework === 'next' ? ["'use client'", ''] : []),
      "import { createWalletModal } from '@wallet-modal/kernel'",
      ...(elements ? ["import { defineElements } from '@wallet-modal/kernel/elements'"] : []),
      `import { generated } from '${generated}'`,
    ],
    [
      '/** Modal of this page. Its plugins and options are in wallet-modal.json; add options here that JSON cannot hold, such as functions. */',
      'export const modal = createWalletModal(generated())',
    ],
    ...(elements ? [['defineElements(modal)']] : []),
    ...(hot ? [hotReloadLines] : []),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
