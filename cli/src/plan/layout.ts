import { generate, generatedFile } from './generate.js'
import type { ResolvedSite } from './resolve.js'
import { createTree, type VirtualTree } from './virtual-tree.js'

/** Where a site keeps the two files beside wallet-modal.json, and in which language. */
export interface Layout {
  /** Relative to the site's folder, with `/`. */
  readonly generatedFile: string
  readonly configFile: string
  readonly language: 'ts' | 'js'
}

/** The layout of a site made by `create`. */
export const defaultLayout: Layout = { generatedFile, configFile: 'src/wallet-modal.config.ts', language: 'ts' }

/** Every file that is made anew from wallet-modal.json, by path. */
export const generatedFiles = (resolved: ResolvedSite, layout: Layout): VirtualTree =>
  createTree([[layout.generatedFile, generate(resolved)]])

/** The config file as it is written once, before it is the site's. */
export const configText = (_layout: Layout): string => `import { createWalletModal } from '@wallet-modal/kernel'
import { generated } from './wallet-modal.generated'

/** This page's modal. What it consists of stands in wallet-modal.json; options that are code go in here. */
export const modal = createWalletModal(generated())

if (import.meta.hot) import.meta.hot.dispose(() => modal.dispose())
`
