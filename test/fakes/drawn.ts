// What a component of the page draws, as a browser would get it: tags, what they are told, and text.
import { type ComponentChildren, isValidElement } from 'preact';

export function drawn(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(drawn).join('');
  if (!isValidElement(node)) return node == null || typeof node === 'boolean' ? '' : `{${String(node)}}`;
  const { type, props } = node as { type: unknown; props: Record<string, unknown> };
  if (typeof type === 'function') return drawn((type as (props: unknown) => ComponentChildren)(props));
  const { children, ...told } = props;
  const words = Object.entries(told).map(([name, value]) => ` ${name}=${String(value)}`);
  return `<${String(type)}${words.join('')}>${drawn(children as ComponentChildren)}</${String(type)}>`;
}
