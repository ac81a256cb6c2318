import { existsSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const pages = join(root, 'site/pages')

/**
 * Links from a page to the source code. The site does not contain it, so that they become plain text; a link to a file that does not
 * exist fails the build, as a link to a page that does not exist does.
 */
export function sourceLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('source-links', (state) => {
    const page = relative(pages, (state.env as { path?: string }).path ?? pages)
    for (const block of state.tokens) {
      const children = block.children ?? []
      let dropped = false
      for (const token of children) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? ''
          const file = href.replace(/[#?].*$/, '')
          const outside = /^[a-z]+:/i.test(href) || file === ''
          if (!outside && extname(file) !== '.md') {
            if (!existsSync(join(root, dirname(page), decodeURI(file)))) {
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
