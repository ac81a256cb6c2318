import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const pages = join(root, 'site/pages')

/**
 * Links from a page to what is not on the site: source code, and pages for developers. They become plain text; one to a file that does
 * not exist fails the build, as a link to a page that does not exist does.
 */
export function sourceLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('source-links', (state) => {
    const page = relative(pages, (state.env as { path?: string }).path ?? pages)
    for (const block of state.tokens) {
      let dropped = false
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? ''
          const file = href.replace(/[#?].*$/, '')
          const inside = /^[a-z]+:/i.test(href) || file === '' || /^(\.\/)?[\w-]+\.(md|html)$/.test(file)
          if (!inside) {
            if (!existsSync(join(root, 'docs', decodeURI(file)))) {
              throw new Error(`${page}: no such file: ${href}`)
            }
            dropped = true
          }
        }
        if (dropped) {
          const closes = token.type === 'link_close'
          if (closes || token.type === 'link_open') {
            token.type = 'text'
            token.tag = ''
            token.nesting = 0
            token.content = ''
            token.attrs = null
          }
          dropped = !closes
        }
      }
    }
  })
}
