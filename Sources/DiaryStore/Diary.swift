package import Foundation
package import GRDB
