import { Navigate, useParams } from 'react-router';
import { useMirror } from '../core/hooks';

/** Redirects a board's old URL by id to its slug, or to the same id if the slug is unknown; board pages accept both. */
export default function ProjectRedirect() {
  const { boardId = '' } = useParams();
  const slug = useMirror((mirror) => mirror.boards.find(({ id }) => id === boardId)?.slug);
  return <Navigate to={`/app/b/${encodeURIComponent(slug ?? boardId)}`} replace />;
}
