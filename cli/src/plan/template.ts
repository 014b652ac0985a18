import * as v from 'valibot'
import { isPackageName } from './package-name.js'

const ranges = v.record(
  v.pipe(v.string(), v.check(isPackageName)),
  v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'must be an exact version')),
)

/** A template's `template.json`. */
export const templateSchema = v.strictObject({
  title: v.string(),
  dependencies: ranges,
  devDependencies: ranges,
  /** Every file of the site. `.hbs` files are rendered, others are copied; `packageManager` limits a file to one of them. */
  files: v.array(
    v.strictObject({
      from: v.string(),
      to: v.string(),
      packageManager: v.optional(v.picklist(['npm', 'pnpm', 'yarn', 'bun'])),
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
