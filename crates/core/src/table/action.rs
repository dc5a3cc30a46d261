//! Actions without their type.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An action of some game, as tables hand it around: read once from text, and written only for people.
///
/// ```
/// use ludex_core::AnyAction;
/// let action = AnyAction::new((2_u8, 3_u8));
/// assert_eq!(action.get(), Some((2_u8, 3_u8)));
/// assert_eq!(action.get::<u8>(), None);
/// assert_eq!(action, AnyAction::new((2_u8, 3_u8)));
/// ```
#[derive(Clone)]
pub struct AnyAction(Arc<dyn Held>);

/// What every action can do, whatever its type.
trait Held: Any + fmt::Debug + Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
}

impl<A: Any + PartialEq + fmt::Debug + Send + Sync> Held for A {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl AnyAction {
    /// Forgets the type of an action.
    pub fn new<A: Copy + PartialEq + fmt::Debug + Send + Sync + 'static>(action: A) -> Self {
        Self(Arc::new(action))
    }

    /// The action, if it is of this type.
    pub fn get<A: Copy + 'static>(&self) -> Option<A> {
        let held: &dyn Any = &*self.0;
        held.downcast_ref().copied()
    }
}

impl PartialEq for AnyAction {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl fmt::Debug for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
