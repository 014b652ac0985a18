import * as v from 'valibot'
import { isPackageName } from '../packages/package-name.js'

const ranges = v.record(
  v.pipe(v.string(), v.check(isPackageName)),
  v.pipe(
    v.string(),
    v.regex(
      /^(?:npm:(?:@[a-z0-9-]+\/)?[a-z0-9-]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/,
      'must be an exact version, or one of another package, as in "npm:other@1.0.0"',
    ),
  ),
)
/** In `from`: a file that several templates have in common, in the folder `shared` beside theirs. */
const sharedPrefix = 'shared/'

/** A template's `template.json`. */
export const templateSchema = v.strictObject({
  title: v.string(),
  /** Set for a page without a bundler: its files lie in the site's own folder, in JavaScript, and this tool builds the modal. */
  framework: v.optional(v.literal('html')),
  dependencies: ranges,
  devDependencies: ranges,
  /** Plugins, with their options, that a site of this template has beside those that every site has. */
  plugins: v.optional(v.record(v.pipe(v.string(), v.check(isPackageName)), v.record(v.string(), v.boolean())), {}),
  /** Package scripts of this template's own. */
  scripts: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z:-]*$/)), v.string()), {}),
  /** Words for the files that templates share, by the name they have there. */
  texts: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*$/)), v.string()), {}),
  /**
   * Every file of the site. `.hbs` files are rendered, others are copied; `packageManager` limits a file to one of them, `plugin` to sites that list it. What begins with
   * `shared/` is taken from the folder that all templates have in common.
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

/** A template as it was read: its spec, and the text of its files by `from`. */
export interface Template {
  readonly id: string
  readonly spec: TemplateSpec
  readonly sources: ReadonlyMap<string, string>
}

/** Where a template's file is, relative to the folder of all site templates. */
export const templatePath = (id: string, from: string): string =>
  from.startsWith(sharedPrefix) ? from : `${id}/${from}`
