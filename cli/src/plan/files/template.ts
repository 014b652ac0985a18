import * as v from 'valibot'
import { isPackageName } from '../packages/package-name.js'

const exactVersions = v.record(
  v.pipe(v.string(), v.check(isPackageName)),
  v.pipe(
    v.string(),
    v.regex(
      /^(?:npm:(?:@[a-z0-9-]+\/)?[a-z0-9-]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/,
      'must be an exact version, or an alias with an exact version, as in "npm:other@1.0.0"',
    ),
  ),
)
/** Prefix of paths in the folder `shared`, which contains files of several templates. */
const sharedPrefix = 'shared/'

/** A template's `template.json`. */
export const templateSchema = v.strictObject({
  title: v.string(),
  /** Set for a page without a bundler: its files are JavaScript in the site's root folder, and this tool builds the modal. */
  framework: v.optional(v.literal('html')),
  dependencies: exactVersions,
  devDependencies: exactVersions,
  /** Additional plugins, with their options, for sites that use this template. */
  plugins: v.optional(v.record(v.pipe(v.string(), v.check(isPackageName)), v.record(v.string(), v.boolean())), {}),
  /** Package scripts of this template, in addition to those that all templates have. */
  scripts: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z:-]*$/)), v.string()), {}),
  /** Texts that `.hbs` files insert, by the name of their placeholder. */
  texts: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*$/)), v.string()), {}),
  /**
   * All files of the site. `.hbs` files are rendered, others copied. `packageManager` limits a file to one package manager, `plugin` to sites with
   * that plugin. Paths that begin with `shared/` are in the shared folder.
   */
  files: v.array(
    v.strictObject({
      from: v.string(),
      to: v.string(),
      packageManager: v.optional(v.picklist(['npm', 'pnpm', 'yarn', 'bun'])),
      plugin: v.optional(v.string()),
    }),
  ),
})

export type TemplateSpec = v.InferOutput<typeof templateSchema>

/** A loaded template: its spec, and the texts of its files by `from`. */
export interface Template {
  readonly id: string
  readonly spec: TemplateSpec
  readonly sources: ReadonlyMap<string, string>
}

/** Path of a template's file, relative to the folder that contains all templates of this kind. */
export const templatePath = (id: string, from: string): string =>
  from.startsWith(sharedPrefix) ? from : `${id}/${from}`
