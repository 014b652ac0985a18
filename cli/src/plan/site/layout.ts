import type { DetectedSite } from '../detect/detect.js'
import type { Framework } from '../detect/framework.js'
import { generate, generatedFile, generateScript } from '../files/generate.js'
import { createTree, type VirtualTree } from '../files/virtual-tree.js'
import type { ResolvedSite } from '../packages/resolve.js'
import { configFile } from './config-file.js'

/** Layout of a site: location and language of the generated file and the config file, and the framework. */
export interface Layout {
  /** Path relative to the site's folder, with `/`. */
  readonly generatedFile: string
  /** Path relative to the site's folder, with `/`. */
  readonly configFile: string
  readonly language: 'ts' | 'js'
  /** Determines the contents of the config file; for `html`, this tool builds the modal. */
  readonly framework: Framework
  /** Whether its bundler is Vite, which supports `import.meta.hot`. */
  readonly usesVite: boolean
}

/** Layout of a site that `create` makes with a bundler. */
export const defaultLayout: Layout = {
  generatedFile,
  configFile: 'src/wallet-modal.config.ts',
  language: 'ts',
  framework: 'react',
  usesVite: true,
}

/** Layout of a site with its code in `sourceFolder`, which is empty for the root folder. */
export function layoutIn(sourceFolder: string, kind: Omit<Layout, 'generatedFile' | 'configFile'>): Layout {
  const at = (name: string): string =>
    `${sourceFolder === '' ? '' : `${sourceFolder}/`}wallet-modal.${name}.${kind.language}`
  return { generatedFile: at('generated'), configFile: at('config'), ...kind }
}

/** Layout of a site that `create` makes without a bundler. */
export const pageLayout: Layout = layoutIn('', { language: 'js', framework: 'html', usesVite: false })

/** Layout of a detected site. */
export const layoutOf = ({ sourceFolder, typescript, framework, usesVite }: DetectedSite): Layout =>
  layoutIn(sourceFolder, { language: typescript ? 'ts' : 'js', framework, usesVite })

/** Files that are regenerated from wallet-modal.json: the code, and for JavaScript its type declarations. */
export const generatedPaths = ({ generatedFile: code, language }: Layout): readonly string[] =>
  language === 'ts' ? [code] : [code, typesOf(code)]

const typesOf = (code: string): string => code.replace(/\.js$/, '.d.ts')

/** All regenerated files, by path. */
export function generatedFiles(resolved: ResolvedSite, { generatedFile: path, language }: Layout): VirtualTree {
  if (language === 'ts') return createTree([[path, generate(resolved)]])
  const { code, types } = generateScript(resolved)
  return createTree([
    [path, code],
    [typesOf(path), types],
  ])
}

/** Initial text of the config file. */
export const configText = ({ framework, language, usesVite }: Layout): string =>
  configFile({ framework, typescript: language === 'ts', usesVite })
