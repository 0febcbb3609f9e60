import { File, FileArchive, FileText, Film, Image, type LucideIcon, Music } from 'lucide-react';
import { Icon } from '../../../ui/Icon';

/** The icons of kinds of files, by the start of their media type. */
const ICONS: readonly [string, LucideIcon][] = [
  ['image/', Image],
  ['video/', Film],
  ['audio/', Music],
  ['text/', FileText],
  ['application/pdf', FileText],
  ['application/zip', FileArchive],
  ['application/gzip', FileArchive],
];

/** The icon of a file by its media type. */
export function FileIcon({ content_type }: { content_type: string }) {
  return <Icon icon={ICONS.find(([start]) => content_type.startsWith(start))?.[1] ?? File} size={20} />;
}
